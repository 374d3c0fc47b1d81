#!/usr/bin/env python3
"""Verifies annotated programs by other analyses than they ask for: these may leave more open, but not say another thing.

  other_presets.py --vouch build/release/bin/vouch --with "--analysis value --executions off" tests/programs

What one analysis says wrongly is easily hidden by another one that is tried before it; executions find most violations first.
Programs whose verdict depends on who looks at them, those that are expected to be unknown, are left out, and so are those that name
the functions they are about. Each contradiction is printed; exit status 1 if there is one, or if nothing could be compared.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import shlex
import subprocess
import sys

from native_check import Task, annotated_task, files_of, part_of

VERDICTS = {0: "safe", 1: "violated", 3: "unknown"}


def without_choices(options: list, chosen: list) -> list:
    """`options` but for those that `chosen` gives, each with its value."""
    names = {word for word in chosen if word.startswith("--")}
    kept, words = [], iter(options)
    for word in words:
        if word in names:
            next(words, None)
        else:
            kept.append(word)
    return kept


def verdict_of(task: Task, chosen: list, arguments) -> str:
    command = [arguments.vouch, "check", "--timeout", str(arguments.timeout), *without_choices(task.words(), chosen), *chosen,
               str(task.path), "--", *task.clang_arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return VERDICTS.get(done.returncode, f"status {done.returncode}: {done.stderr.strip()[-200:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--vouch", required=True)
    parser.add_argument("--with", dest="choices", action="append", required=True, help="options of `vouch check`; repeatable")
    parser.add_argument("--timeout", type=float, default=1, help="seconds for each verdict")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--part", default="", help="M/N: every N-th program only, beginning with the M-th")
    arguments = parser.parse_args()
    tasks = [task for task in map(annotated_task, files_of(arguments.paths)) if task.expected in ("safe", "violated")]
    tasks = part_of(tasks, arguments.part)
    contradictions, compared = 0, 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for choice in arguments.choices:
            chosen = shlex.split(choice)
            counts = collections.Counter()
            for task, verdict in zip(tasks, pool.map(lambda task: verdict_of(task, chosen, arguments), tasks)):
                counts[verdict] += 1
                if verdict not in (task.expected, "unknown"):
                    contradictions += 1
                    print(f"{task.path}: expected {task.expected}, with {choice}: {verdict}", flush=True)
            compared += counts["safe"] + counts["violated"]
            print(f"{choice}: {counts['safe']} safe, {counts['violated']} violated, {counts['unknown']} unknown", flush=True)
    return 0 if contradictions == 0 and compared > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
