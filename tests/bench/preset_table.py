#!/usr/bin/env python3
"""Verifies the same tasks by several presets and puts what they decide side by side, as a table in Markdown.

  preset_table.py --vouch build/release/bin/vouch --tasks INDEX.tsv --preset value --preset value-refined
  preset_table.py --vouch build/release/bin/vouch --preset default --preset "predicate --executions off" tests/programs

Tasks are annotated programs, or the lines of a table with the columns task (a path beside the table, or in its folder `tasks`), category, expected (`true` or
`false`) and data_model (`LP64` or `ILP32`). A preset may be followed by further options. Rows: tasks decided as expected, by
category; states, of those that all presets decide; wall-clock seconds, of all. Verdicts against what is expected are
printed, each in a line. Exit status 1 if there is one, or if there are no tasks.

With --results FILE each result is written there as soon as it is known, and what stands there is not run again: a run that was
interrupted goes on, and a preset can be added later. Only results of the same binary with the same limits are taken.
"""

import argparse
import concurrent.futures
import csv
import hashlib
import json
import pathlib
import shlex
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

from native_check import annotated_task, files_of


@dataclass(frozen=True)
class Task:
    path: pathlib.Path
    category: str
    expected: str
    options: list = field(default_factory=list)
    clang_arguments: list = field(default_factory=list)


@dataclass(frozen=True)
class Result:
    verdict: str  # "error" if it is none
    states: int
    seconds: float


def tasks_in(table: pathlib.Path) -> list:
    with table.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    folder = table.parent / "tasks" if (table.parent / "tasks").is_dir() else table.parent
    return [Task(folder / row["task"], row["category"], "safe" if row["expected"] == "true" else "violated",
                 ["--property", "assert,reach-error", "--data-model", row["data_model"].lower()]) for row in rows]


def annotated_tasks(paths: list) -> list:
    return [Task(task.path, "annotated programs", task.expected, task.words(), task.clang_arguments)
            for task in map(annotated_task, files_of(paths)) if task.expected in ("safe", "violated")]


def run(task: Task, preset: str, arguments) -> Result:
    command = [arguments.vouch, "check", "--format", "json", *task.options, "--timeout", str(arguments.timeout),
               "--memory", str(arguments.memory), "--analysis", *shlex.split(preset), str(task.path), "--", *task.clang_arguments]
    start = time.monotonic()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    try:
        report = json.loads(done.stdout)
        return Result(report["files"][0]["verdict"], report["statistics"]["abstractStates"], seconds)
    except (json.JSONDecodeError, KeyError, IndexError):
        return Result("error", 0, seconds)


class KnownResults:
    """In a file, if there is one: a line for each."""

    def __init__(self, path: pathlib.Path | None, arguments):
        self.path = path
        binary = hashlib.sha256(pathlib.Path(arguments.vouch).read_bytes()).hexdigest()[:16]
        self.conditions = f"{binary} {arguments.timeout} s {arguments.memory} MiB"
        self.lock = threading.Lock()
        self.results = {}
        if path and path.exists():
            with path.open(encoding="utf-8") as lines:
                for preset, task, verdict, states, seconds, conditions in csv.reader(lines, delimiter="\t"):
                    if conditions == self.conditions:
                        self.results[preset, task] = Result(verdict, int(states), float(seconds))

    def add(self, preset: str, task: Task, result: Result) -> None:
        with self.lock:
            self.results[preset, str(task.path)] = result
            if self.path:
                with self.path.open("a", encoding="utf-8", newline="") as lines:
                    csv.writer(lines, delimiter="\t", lineterminator="\n").writerow(
                        [preset, task.path, result.verdict, result.states, f"{result.seconds:.2f}", self.conditions])

    def find(self, preset: str, task: Task) -> Result | None:
        return self.results.get((preset, str(task.path)))


def run_all(preset: str, tasks: list, known: KnownResults, arguments) -> list:
    def result_of(task: Task) -> Result:
        result = known.find(preset, task)
        if result is None:
            result = run(task, preset, arguments)
            known.add(preset, task, result)
        return result

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        return list(pool.map(result_of, tasks))


def is_right(task: Task, result: Result) -> bool:
    return result.verdict == task.expected


def row(cells: list) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def table_of(tasks: list, results: dict) -> str:
    presets = list(results)
    lines = [row(["", "tasks", *(f"`{preset}`" for preset in presets)]), row(["---"] * (len(presets) + 2))]
    categories = sorted({task.category for task in tasks})
    for category in categories:
        own = [index for index, task in enumerate(tasks) if task.category == category]
        solved = [sum(is_right(tasks[i], results[preset][i]) for i in own) for preset in presets]
        lines.append(row([category, len(own), *solved]))
    everyone = [i for i, task in enumerate(tasks) if all(is_right(task, results[preset][i]) for preset in presets)]
    solved = [sum(map(is_right, tasks, results[preset])) for preset in presets]
    lines.append(row(["all", len(tasks), *solved]))
    for name, count, value in [
            ("states, where all decide", len(everyone), lambda of: sum(of[i].states for i in everyone)),
            ("wall-clock seconds", len(tasks), lambda of: round(sum(one.seconds for one in of)))]:
        lines.append(row([name, count, *(value(results[preset]) for preset in presets)]))
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="annotated programs, or folders with some")
    parser.add_argument("--tasks", type=pathlib.Path, help="a table of tasks")
    parser.add_argument("--category", default="", help="of the table, separated by commas; default: all")
    parser.add_argument("--vouch", required=True)
    parser.add_argument("--preset", dest="presets", action="append", required=True, help="repeatable")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each task and preset")
    parser.add_argument("--memory", type=int, default=3000, help="MiB for each")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=pathlib.Path, help="a table of what is known, which grows")
    arguments = parser.parse_args()
    tasks = annotated_tasks(arguments.paths) + (tasks_in(arguments.tasks) if arguments.tasks else [])
    wanted = set(filter(None, arguments.category.split(",")))
    tasks = [task for task in tasks if not wanted or task.category in wanted]
    known = KnownResults(arguments.results, arguments)
    results = {preset: run_all(preset, tasks, known, arguments) for preset in arguments.presets}
    wrong = [f"{preset}: {task.path}: {result.verdict}, expected {task.expected}" for preset, found in results.items()
             for task, result in zip(tasks, found) if result.verdict not in (task.expected, "unknown")]
    print(table_of(tasks, results))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
