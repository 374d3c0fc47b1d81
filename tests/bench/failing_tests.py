#!/usr/bin/env python3
"""Measures how many violations become tests that fail natively (vouch check --failing-tests), and why the others do not.

  failing_tests.py --vouch build/release/bin/vouch --index INDEX.tsv --tasks FOLDER [--jobs N] [--timeout S] [--out FILE]
  failing_tests.py --vouch build/release/bin/vouch a.c b.c ...

The index has a line per task, with a header: `task` is its file below FOLDER, `data_model` LP64 or ILP32 (for which gcc needs
its 32-bit libraries, Debian's package gcc-multilib), `expected` true or false. Tasks without a violation do not count.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def read_tasks(arguments):
    for path in arguments.files:
        yield {"task": path, "path": path, "data_model": "LP64", "expected": "?"}
    if arguments.index:
        with open(arguments.index, encoding="utf-8") as lines:
            header = next(lines).rstrip("\n").split("\t")
            for line in lines:
                task = dict(zip(header, line.rstrip("\n").split("\t")))
                if not arguments.only_false or task["expected"] == "false":
                    yield task | {"path": str(pathlib.Path(arguments.tasks) / task["task"])}


def with_property(options: list) -> list:
    """The tasks are about assertions, unless `options` say otherwise."""
    return options if "--property" in options else [*options, "--property", "assert,reach-error"]


def tests_of(task, arguments):
    """The `failingTest` of each violation of the task."""
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.vouch, "check", "--format", "json", "--timeout", str(arguments.timeout), "--data-model",
                   task["data_model"].lower(), "--failing-tests", folder, *with_property(arguments.options.split()), task["path"]]
        output = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout
    try:
        report = json.loads(output)
    except json.JSONDecodeError:
        return task, [{"verified": False, "reason": "no report"}]
    return task, [violation.get("failingTest", {"verified": False, "reason": "not tried"})
                  for file in report["files"] for violation in file["violations"]]


def kind_of(reason):
    """The reason without what differs from task to task."""
    return re.sub(r"\d+", "N", re.sub(r'"[^"]*"|`[^\']*\'', "...", reason))[:100]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--vouch", required=True)
    parser.add_argument("--index")
    parser.add_argument("--tasks", default=".")
    parser.add_argument("--options", default="", help="further options of `vouch check`")
    parser.add_argument("--only-false", action="store_true", help="only tasks that are expected to be violated")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", help="write a line per violation here")
    arguments = parser.parse_args()
    lines, reasons, verified, total = [], collections.Counter(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for task, tests in pool.map(lambda task: tests_of(task, arguments), read_tasks(arguments)):
            for test in tests:
                total += 1
                verified += test["verified"]
                reason = "" if test["verified"] else test["reason"]
                lines.append("\t".join([task["task"], task["expected"], str(test["verified"]), reason]))
                if reason:
                    reasons[kind_of(reason)] += 1
                    print(f"{task['task']}: {reason}", flush=True)
    if arguments.out:
        pathlib.Path(arguments.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for reason, count in reasons.most_common():
        print(f"{count:5}  {reason}")
    print(f"{verified} of {total} violations have a test that was seen to fail ({100 * verified / max(total, 1):.1f} %)")
    return 0 if total else 1


if __name__ == "__main__":
    sys.exit(main())
