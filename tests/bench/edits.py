#!/usr/bin/env python3
"""Edits C files at random and compares `vouch check` with a cache with `vouch check` from scratch.

  edits.py --vouch build/release/bin/vouch --edits 20 tests/programs              every C file of a folder
  edits.py --vouch ... --timeout 6 --jobs 2 --list tasks.txt                      lines "FILE [OPTIONS OF vouch check]"
  edits.py --vouch ... --only 3 FILE                                              one edit again, by its number

Each file is verified once to fill a cache. Each edit is then verified twice: with a copy of that cache and without.
Only files that the first run decides take part, and only edits that compile. An error is: one run says safe and the
other says violated, or that it depends on what cannot be modelled; an exit status that is no verdict; with a neutral
edit, a verdict other than the one of the file.
Exit status: 0, or 1 if there was an error; the edited files are then in --keep.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import random
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import c_edits

DECIDED = ("safe", "violated")
VERDICTS = {0: "safe", 1: "violated", 3: "unknown"}
DOES_NOT_COMPILE = 2
UNMODELLED = "unsupported"  # reasons for unknown verdicts that no cache may remove
FIRST_TIMEOUTS = 3          # the run that fills the cache may take longer: there is one for each file
ATTEMPTS = 30               # to draw an edit that compiles
NEUTRAL_GOAL_SECONDS = 0.2
TOLERATED_SLOWDOWN = 1.05
CLOCK_SECONDS = 0.02        # differences below that are noise


@dataclasses.dataclass
class Run:
    """What one run of `vouch check` said and took."""
    status: int
    verdict: str      # safe, violated, unknown, or what went wrong
    wall: float       # seconds
    cpu: float        # seconds, of all processes of the run
    from_cache: int   # functions
    misses: int       # what was asked of the cache, and is not in it
    solver_queries: int
    reason: str = ""  # of an unknown verdict

    @property
    def is_answered_from_cache(self) -> bool:
        """All of it; functions that no entry point reaches are not asked for."""
        return self.from_cache > 0 and self.misses == 0


def run_vouch(options, path: pathlib.Path, cache: str, extra: list, timeout: float = 0) -> Run:
    """`timeout` is that of the options if it is 0."""
    timeout = timeout or options.timeout
    words = [*shlex.split(options.options), *extra]
    if "--property" not in words:
        words += ["--property", "assert,reach-error"]
    command = [options.vouch, "check", "--format", "json", "--timeout", str(timeout), "--cache", cache, *words,
               str(path)]
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        overrun = threading.Timer(2 * timeout + 30, os.killpg, (process.pid, signal.SIGKILL))
        overrun.start()
        _, state, usage = os.wait4(process.pid, 0)
        overrun.cancel()
        wall = time.monotonic() - start
        process.returncode = status = os.waitstatus_to_exitcode(state)
        out.seek(0)
        text = out.read()
    report = json.loads(text) if status in VERDICTS else {"files": [{"functions": []}], "statistics": {}}
    figures = report["statistics"]
    return Run(status, VERDICTS.get(status, f"exit status {status}"), wall, usage.ru_utime + usage.ru_stime,
               sum(function["fromCache"] for function in report["files"][0]["functions"]),
               figures.get("blocks", {}).get("misses", 0), figures.get("solverQueries", 0),
               report["files"][0].get("reason", ""))


@dataclasses.dataclass
class Outcome:
    """One edit, verified twice."""
    file: str
    number: int
    edit: c_edits.Edit
    full: Run
    incremental: Run
    problem: str = ""

    @property
    def is_neutral(self) -> bool:
        return self.edit.kind in c_edits.NEUTRAL_EDITS

    @property
    def is_decided_by_both(self) -> bool:
        return self.full.verdict in DECIDED and self.incremental.verdict in DECIDED

    def record(self) -> dict:
        return {"file": self.file, "number": self.number, "kind": self.edit.kind, "place": self.edit.place,
                "full": dataclasses.asdict(self.full), "incremental": dataclasses.asdict(self.incremental),
                "problem": self.problem}


class EditedFile:
    """A file, its filled cache, and its edits. The file keeps its name and folder in every run."""

    def __init__(self, options, path: pathlib.Path, extra: list, folder: pathlib.Path):
        self.options = options
        self.path = path
        self.name = f"{path.resolve().parent.name}/{path.name}"
        self.extra = extra
        self.folder = folder
        self.text = path.read_text(errors="surrogateescape")
        self.current = self.text
        self.lock = threading.Lock()
        self.first = None

    def verify(self, text: str, cache: str, timeout: float = 0) -> Run:
        program = self.folder / self.path.name
        program.write_text(text, errors="surrogateescape")
        return run_vouch(self.options, program, cache, self.extra, timeout)

    def fill(self) -> str:
        """Fills the cache; returns why the file takes no part, or nothing."""
        self.folder.mkdir(parents=True)
        try:
            c_edits.Source(self.text)
        except c_edits.NotParsed as error:
            return f"not understood: {error}"
        self.first = self.verify(self.text, str(self.folder / "filled"), FIRST_TIMEOUTS * self.options.timeout)
        return "" if self.first.verdict in DECIDED else self.first.verdict

    def try_edit(self, number: int):
        """The outcome of an edit, or None if there is none that compiles."""
        with self.lock:
            for attempt in range(ATTEMPTS):
                choose = random.Random(f"{self.options.seed}/{self.name}/{number}/{attempt}")
                edit = c_edits.random_edit(self.current, choose)
                if edit is None:
                    return None
                full = self.verify(edit.text, "off")
                if full.status != DOES_NOT_COMPILE:
                    return self.compare(number, edit, full)
        return None

    def compare(self, number: int, edit: c_edits.Edit, full: Run) -> Outcome:
        cache = self.folder / ("filled" if self.options.cumulative else "cache")
        if not self.options.cumulative:
            (self.folder / "filled").mkdir(exist_ok=True)  # of a file without anything to verify there is none
            shutil.copytree(self.folder / "filled", cache)
        outcome = Outcome(str(self.path), number, edit, full, self.verify(edit.text, str(cache)))
        if self.options.cumulative:
            self.current = edit.text
        else:
            shutil.rmtree(cache)
        outcome.problem = self.problem_of(outcome)
        return outcome

    def problem_of(self, outcome: Outcome) -> str:
        for name, run in (("full", outcome.full), ("incremental", outcome.incremental)):
            if run.status not in VERDICTS:
                return f"{name} run: {run.verdict}"
        if outcome.is_decided_by_both and outcome.full.verdict != outcome.incremental.verdict:
            return f"full: {outcome.full.verdict}, incremental: {outcome.incremental.verdict}"
        if outcome.full.reason.startswith(UNMODELLED) and outcome.incremental.verdict == "safe":
            return f"full: {outcome.full.reason}, incremental: safe"
        is_compared = outcome.is_neutral and not self.options.cumulative and outcome.full.verdict in DECIDED
        if is_compared and outcome.full.verdict != self.first.verdict:
            return f"neutral edit: {self.first.verdict} became {outcome.full.verdict}"
        return ""


def percentile(values: list, share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def distribution(values: list, unit: str = "", digits: int = 2) -> str:
    return (f"median {statistics.median(values):.{digits}f}{unit}, 90th percentile "
            f"{percentile(values, 0.9):.{digits}f}{unit}, 10th {percentile(values, 0.1):.{digits}f}{unit}, "
            f"largest {max(values):.{digits}f}{unit}")


def print_table(title: str, outcomes: list):
    decided = [outcome for outcome in outcomes if outcome.is_decided_by_both]
    print(f"\n{title}: {len(outcomes)} edits, {len(decided)} decided by both runs, "
          f"{sum(bool(outcome.problem) for outcome in outcomes)} with a problem")
    if not decided:
        return
    answered = [outcome for outcome in decided if outcome.incremental.is_answered_from_cache]
    computed = [outcome for outcome in decided if not outcome.incremental.is_answered_from_cache]
    print(f"  answered from the cache: {len(answered)} ({100 * len(answered) / len(decided):.0f} %)")
    for name, seconds in (("time", lambda run: run.wall), ("processor time", lambda run: run.cpu)):
        for which, group in (("all", decided), ("answered", answered), ("computed", computed)):
            if group:
                ratios = [seconds(outcome.full) / max(seconds(outcome.incremental), 1e-3) for outcome in group]
                print(f"  full / incremental, {name}, {which}: {distribution(ratios)}")
    slower = [outcome for outcome in decided
              if outcome.incremental.cpu > TOLERATED_SLOWDOWN * outcome.full.cpu + CLOCK_SECONDS]
    print(f"  more than 5 % slower than full, by processor time: {len(slower)} "
          f"({100 * len(slower) / len(decided):.1f} %)")


def print_neutral_goal(outcomes: list):
    decided = [outcome.incremental for outcome in outcomes if outcome.is_decided_by_both]
    if not decided:
        return
    print(f"  incremental: {distribution([run.wall for run in decided], ' s', 3)}; processor "
          f"{distribution([run.cpu for run in decided], ' s', 3)}")
    quick = sum(run.wall < NEUTRAL_GOAL_SECONDS for run in decided)
    silent = sum(run.solver_queries == 0 for run in decided)
    print(f"  below {NEUTRAL_GOAL_SECONDS} s: {quick} of {len(decided)}; without a solver query: {silent}; "
          f"most queries: {max(run.solver_queries for run in decided)}")


def print_kinds(outcomes: list):
    print(f"\n{'kind':22} edits decided cached  median full/incremental")
    kinds = collections.defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.edit.kind].append(outcome)
    for kind in [*c_edits.BODY_EDITS, *c_edits.NEUTRAL_EDITS]:
        decided = [outcome for outcome in kinds[kind] if outcome.is_decided_by_both]
        ratio = statistics.median([o.full.wall / o.incremental.wall for o in decided]) if decided else 0
        cached = sum(outcome.incremental.is_answered_from_cache for outcome in decided)
        print(f"{kind:22} {len(kinds[kind]):5} {len(decided):7} {cached:6} {ratio:8.2f}")


def keep(options, file: EditedFile, outcome: Outcome):
    options.keep.mkdir(parents=True, exist_ok=True)
    target = options.keep / f"{file.name.replace('/', '-')}-seed{options.seed}-edit{outcome.number}.c"
    target.write_text(outcome.edit.text, errors="surrogateescape")
    print(f"PROBLEM: {outcome.problem}\n  {file.path}, edit {outcome.number} with seed {options.seed}: "
          f"{outcome.edit.kind}, {outcome.edit.place}\n  edited: {target}; again: --seed {options.seed} "
          f"--only {outcome.number} --options '{shlex.join(file.extra)}' {file.path}", flush=True)


def files_of(options) -> list:
    """(path, further options of `vouch check`)"""
    found = []
    for path in options.files:
        found += [(file, []) for file in sorted(path.rglob("*.c"))] if path.is_dir() else [(path, [])]
    if options.list:
        for line in options.list.read_text().splitlines():
            name, *extra = shlex.split(line)
            found.append((options.list.parent / name, extra))
    return found


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="C files or folders")
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--list", type=pathlib.Path, help="a file with lines 'FILE [OPTIONS]'")
    parser.add_argument("--edits", type=int, default=20, help="of each file")
    parser.add_argument("--only", type=int, help="just the edit with this number")
    parser.add_argument("--cumulative", action="store_true", help="edit the edited file, and keep its cache")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=6,
                        help="seconds for each run; the first of a file has three times as many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="begin no edit later than that")
    parser.add_argument("--options", default="", help="further options of `vouch check`")
    parser.add_argument("--out", type=pathlib.Path, help="one line of JSON for each edit")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("edits-with-problems"))
    return parser.parse_args()


def main() -> int:
    options = parse_options()
    start = time.monotonic()
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="vouch-edits-") as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        files = [EditedFile(options, path, extra, pathlib.Path(folder) / str(index))
                 for index, (path, extra) in enumerate(files_of(options))]
        takes_part = []
        for file, reason in zip(files, pool.map(EditedFile.fill, files)):
            if reason:
                print(f"without {file.path}: {reason}", flush=True)
            else:
                takes_part.append(file)
        numbers = [options.only] if options.only is not None else range(options.edits)
        # Round by round, so that a run that ends early has seen all files.
        work = [(file, number) for number in numbers for file in takes_part]

        def verify(pair):
            if options.seconds and time.monotonic() - start > options.seconds:
                return None
            return pair[0].try_edit(pair[1])

        with open(options.out or os.devnull, "w") as out:
            for (file, _), outcome in zip(work, pool.map(verify, work)):
                if outcome is None:
                    continue
                outcomes.append(outcome)
                print(json.dumps(outcome.record()), file=out, flush=True)
                if outcome.problem:
                    keep(options, file, outcome)

    edited = {outcome.file for outcome in outcomes}
    print(f"{len(takes_part)} files, {len(edited)} of them edited, seed {options.seed}, "
          f"{time.monotonic() - start:.0f} s")
    neutral = [outcome for outcome in outcomes if outcome.is_neutral]
    print_table("body edits", [outcome for outcome in outcomes if not outcome.is_neutral])
    print_table("neutral edits", neutral)
    print_neutral_goal(neutral)
    print_kinds(outcomes)
    return 1 if any(outcome.problem for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
