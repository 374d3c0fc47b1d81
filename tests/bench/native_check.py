#!/usr/bin/env python3
"""Compares verdicts of `vouch check` with what gcc and Clang make of the programs, at -O0 and -O2.

  native_check.py --vouch build/release/bin/vouch FOLDER|FILE...       verifies every .c and .i file, and runs what is decided
  native_check.py --vouch ... --annotated tests/programs               the verdicts that the first lines of the programs expect

A safe program is run with random inputs (__VERIFIER_nondet_*), a violated one as the test that `vouch check --failing-tests` makes
of the violation. What counts as a contradiction is in tests/support/native_verdicts.py. Each is printed; exit status 1 if there is
one, or if nothing could be compared. Programs are compiled and run on this machine, with limits on time and memory but not in a
sandbox.

Where FILE.yml stands beside FILE.i and says `data_model: ILP32`, that is used; gcc and Clang need their 32-bit libraries then.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.native_runs import ALL_BUILDS, FEW_BUILDS, NativeProgram  # noqa: E402
from support.native_verdicts import DEFAULT_PROPERTIES, Findings, SafeProgram, check_violations  # noqa: E402

# Where no execution begins in main with inputs that this knows of.
OPTIONS_WITHOUT_MAIN = ("--entry",)


@dataclasses.dataclass
class Task:
    path: pathlib.Path
    options: list  # of `vouch check`
    clang_arguments: list  # behind --
    expected: str = ""  # the verdict, if it is known
    excuse: str = ""  # why compiled programs say nothing about it

    def properties(self) -> frozenset:
        words = [self.options[i + 1] for i, option in enumerate(self.options[:-1]) if option == "--property"]
        return frozenset(words[-1].split(",")) if words else DEFAULT_PROPERTIES

    def words(self) -> list:
        """What to tell `vouch check`: without a word about properties, a task is about assertions."""
        return self.options if "--property" in self.options else [*self.options, "--property", "assert,reach-error"]

    def compiler_flags(self) -> tuple:
        return (*(["-m32"] if "ilp32" in self.options else []), *self.clang_arguments)


def annotated_task(path: pathlib.Path) -> Task:
    """As the comments at the top of a test program say."""
    task = Task(path, [], [])
    for line in path.read_text().splitlines():
        key, separator, value = line.removeprefix("// ").partition(": ")
        if not line.startswith("// ") or not separator:
            break
        if key == "expect":
            task.expected = value
        elif key == "not-native":
            task.excuse = value
        elif key == "property":
            task.options += ["--property", value]
        elif key == "options":
            words = value.split()
            end = words.index("--") if "--" in words else len(words)
            task.options += words[:end]
            task.clang_arguments += words[end + 1:]
    return task


def task_of(path: pathlib.Path, arguments) -> Task:
    if arguments.annotated:
        return annotated_task(path)
    description = path.with_suffix(".yml")
    is_small = description.exists() and "data_model: ILP32" in description.read_text()
    return Task(path, [*shlex.split(arguments.options), *(["--data-model", "ilp32"] if is_small else [])],
                arguments.clang_arguments)


def files_of(paths: list) -> list:
    found = []
    for path in paths:
        found += sorted(file for file in path.rglob("*") if file.suffix in (".c", ".i")) if path.is_dir() else [path]
    return found


def report_of(task: Task, arguments, folder: pathlib.Path) -> dict:
    """What Vouch says of the file, with the tests of violations in `folder`."""
    command = [arguments.vouch, "check", "--format", "json", "--timeout", str(arguments.timeout), "--confirm", "native",
               "--failing-tests", str(folder / "tests"), *task.words(), str(task.path), "--", *task.clang_arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode == 2:
        return {"verdict": "refused", "violations": [], "reason": done.stderr.strip()[-200:]}
    return json.loads(done.stdout)["files"][0]


def builds_of(arguments):
    return FEW_BUILDS if arguments.builds == "few" else ALL_BUILDS


def check_safe(task: Task, arguments, folder: pathlib.Path) -> Findings:
    if any(option in task.options for option in OPTIONS_WITHOUT_MAIN):
        return Findings(notes=["it does not begin in main"])
    program = NativeProgram(task.path, folder.with_suffix(".builds"), task.compiler_flags())
    return SafeProgram(program, task.properties(), arguments.seed, builds_of(arguments)).check(arguments.runs)


def check(task: Task, arguments, root: pathlib.Path) -> tuple:
    """The task, its verdict and what running says about that."""
    folder = root / str(abs(hash(task.path)))
    folder.mkdir(parents=True)
    verdict, findings = task.expected, Findings()
    if task.excuse:
        return task, verdict, Findings(notes=[task.excuse])
    if verdict not in ("safe", "unknown"):
        report = report_of(task, arguments, folder)
        verdict = "violated" if report["violations"] or report.get("refuted") else report["verdict"]
        findings = check_violations(report, folder, builds_of(arguments))
        if verdict in ("unknown", "refused"):
            findings.notes.append(f"{verdict}: {report['reason']}")
    if verdict == "safe":
        findings = check_safe(task, arguments, folder)
    return task, verdict, findings


def part_of(tasks: list, part: str) -> list:
    """`2/5`: the second of five parts."""
    number, _, count = part.partition("/")
    return tasks[int(number) - 1::int(count)] if count else tasks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--vouch", required=True)
    parser.add_argument("--annotated", action="store_true", help="the programs say what is expected of them")
    parser.add_argument("--part", default="", help="M/N: every N-th program only, beginning with the M-th")
    parser.add_argument("--options", default="", help="further options of `vouch check`")
    parser.add_argument("--clang-arguments", type=shlex.split, default=[], help="what stands behind -- there, for compilers too")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each verdict, tests included")
    parser.add_argument("--runs", type=int, default=30, help="of each safe program in each build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--builds", choices=("all", "few"), default="all",
                        help="few: gcc -O0 and clang -O2, and gcc's sanitizers where undefined behaviour is looked at")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="also print what could not be compared")
    arguments = parser.parse_args()
    tasks = part_of([task_of(path, arguments) for path in files_of(arguments.paths)], arguments.part)
    counts, contradictions = collections.Counter(), 0
    with tempfile.TemporaryDirectory(prefix="vouch-native-") as root, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for task, verdict, findings in pool.map(lambda task: check(task, arguments, pathlib.Path(root)), tasks):
            counts[verdict] += 1
            counts[f"{verdict}, compared"] += findings.runs > 0
            counts["runs"] += findings.runs
            contradictions += len(findings.contradictions)
            for text in findings.contradictions:
                print(f"{task.path}: {text}", flush=True)
            for note in findings.notes if arguments.verbose else []:
                print(f"{task.path}: note: {note}", flush=True)
    compared = counts["safe, compared"] + counts["violated, compared"]
    print(f"{len(tasks)} programs: {counts['safe']} safe, {counts['violated']} violated, {counts['unknown']} unknown, "
          f"{counts['refused']} refused; {compared} compared in {counts['runs']} runs, {contradictions} contradictions")
    return 0 if contradictions == 0 and compared > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
