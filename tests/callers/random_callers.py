#!/usr/bin/env python3
"""Looks for functions that `vouch check` calls safe though a caller makes an assertion in them fail.

  random_callers.py --vouch build/release/bin/vouch --rounds 200             libraries of the seeds 1 to 200
  random_callers.py --vouch ... --seed 17 --rounds 1 --folder found          one of them again; what is wrong is kept in `found`
  random_callers.py --vouch ... --seconds 300 --all                          verifies also where no assertion has failed, for the counts
  random_callers.py --print --seed 17                                        prints the library and its callers, runs nothing

A round makes a file without `main` and several callers, each a process of its own, that do what docs/assumptions.md says of callers:
pointers are null or lead to the start of an object of their type, strings end, numbers of elements are right. Objects are few, so
what two pointers lead to is often the same one. Callers are compiled with AddressSanitizer and UndefinedBehaviorSanitizer; a run
in which these find something is counted, and says nothing. Each wrong verdict is printed; exit status 1 if there is one, if
nothing was executed, or if fewer functions than --proved were called safe and executed.
"""

import argparse
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from caller_runs import NativeRun, compile_program, run_program
from generated_caller import Caller, generate, program_of, short_programs
from generated_library import Library

# What is listed as a precondition and holds for every caller that is made here.
KEPT_PRECONDITION = re.compile(r".* (is a string|leads to an? .*|has (at least )?\w+ elements(, \w+ of them in use)?)")


def is_judged(function: dict) -> bool:
    """Whether the callers here keep to what the proof of the function assumes."""
    return all(KEPT_PRECONDITION.fullmatch(text) for text in function.get("preconditions", []))


class Search:
    """Counts verdicts and native runs, and keeps what is wrong."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.folder = (options.folder or pathlib.Path(tempfile.mkdtemp(prefix="vouch-callers-"))).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.compiler = "clang" if shutil.which("clang") else "gcc"
        self.counts = collections.Counter()
        self.wrong = collections.Counter()  # by the kind of claim
        self.reasons = collections.Counter()  # of what is no verdict, or none that callers here can contradict

    def search(self):
        end = time.monotonic() + self.options.seconds if self.options.seconds else None
        seed = self.options.seed
        while time.monotonic() < end if end else seed < self.options.seed + self.options.rounds:
            with tempfile.TemporaryDirectory(prefix="vouch-callers-round-") as folder:
                self.round(seed, pathlib.Path(folder))
            seed += 1

    def round(self, seed: int, folder: pathlib.Path):
        library, callers = generate(seed, self.options.callers)
        (folder / "library.c").write_text(library.text())
        (folder / "main.c").write_text(program_of(library, callers))
        compile_program(self.compiler, folder)
        runs = [run_program(folder, str(number)) for number in range(len(callers))]
        self.counts["rounds"] += 1
        self.counts["runs"] += len(runs)
        self.counts["undefined"] += sum(run.is_undefined for run in runs)
        self.counts["failures"] += sum(run.line > 0 for run in runs)
        if self.options.all or any(run.line for run in runs):
            report, text = self.verify(folder)
            self.count_verdicts(library, report, runs)
            for number in self.wrong_verdicts(report, runs).values():
                self.keep(seed, library, callers[number], runs[number], text)

    def verify(self, folder: pathlib.Path) -> tuple[dict, str]:
        """The file's report, and the whole as it was printed."""
        command = [str(self.options.vouch), "check", "--property", "assert", "--timeout", str(self.options.timeout), "--jobs", "1",
                   "--link", "none", "--format", "json", "library.c"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=2 * self.options.timeout + 30, check=False)
        if done.returncode not in (0, 1, 3):
            raise RuntimeError(f"exit status {done.returncode}: {done.stderr[-1000:]}\n{(folder / 'library.c').read_text()}")
        return json.loads(done.stdout)["files"][0], done.stdout

    def count_verdicts(self, library: Library, report: dict, runs: list[NativeRun]):
        names = {function.name for function in library.functions}
        executed = {name for run in runs for name in run.ended | {run.failed}}
        for function in report["functions"]:
            if function["name"] in names:
                self.counts["functions"] += 1
                self.counts[function["verdict"]] += 1
                self.counts["executed"] += function["verdict"] == "safe" and function["name"] in executed
                self.count_reasons(function)

    def count_reasons(self, function: dict):
        if function["verdict"] == "unknown":
            self.reasons["unknown: " + re.split(r" at | \(", function.get("reason", ""))[0]] += 1
        elif function["verdict"] == "safe" and not is_judged(function):
            self.counts["safe if callers"] += 1
            self.reasons["safe if callers keep to: " + "; ".join(function["preconditions"])] += 1

    @staticmethod
    def wrong_verdicts(report: dict, runs: list[NativeRun]) -> dict[str, int]:
        """Functions that are called safe, and a run in which an assertion failed in each."""
        found = {}
        safe = {function["name"] for function in report["functions"] if function["verdict"] == "safe" and is_judged(function)}
        known = {function["name"] for function in report["functions"]}
        for number, run in enumerate(runs):
            is_wrong = run.failed in safe or (report["verdict"] == "safe" and run.failed not in known)
            if run.failed and is_wrong and run.failed not in found:
                found[run.failed] = number
        return found

    def keep(self, seed: int, library: Library, caller: Caller, run: NativeRun, report: str):
        kind = library.claim_lines()[run.line][1]
        self.wrong[kind] += 1
        folder = self.folder / f"{seed}_{run.failed}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "library.c").write_text(library.text())
        (folder / "vouch.json").write_text(report)
        shown = self.keep_program(folder, short_programs(library, caller, len(run.called)), run)
        (folder / "native.txt").write_text(shown.output)
        print(f"seed {seed}: {run.failed} is called safe, but fails: {kind}\n  in {folder}\n  {shown.output.strip().splitlines()[-1]}",
              flush=True)
        if self.wrong[kind] == 1:
            print((folder / "library.c").read_text() + "/* the caller */\n" + (folder / "main.c").read_text(), flush=True)

    def keep_program(self, folder: pathlib.Path, programs: list[str], run: NativeRun) -> NativeRun:
        """The first of the programs in which the same assertion fails; the last one does the same as the run."""
        shown = run
        for program in programs:
            (folder / "main.c").write_text(program)
            try:
                compile_program(self.compiler, folder)
            except RuntimeError:
                continue  # it uses what an earlier call has returned
            shown = run_program(folder)
            if shown.line == run.line and shown.failed == run.failed:
                break
        (folder / "program").unlink(missing_ok=True)
        return shown

    def exit_status(self) -> int:
        counts = self.counts
        for kind, count in self.wrong.most_common():
            print(f"  wrong, {count} times: {kind}")
        for reason, count in self.reasons.most_common():
            print(f"  {count} times {reason}")
        if not self.wrong and not self.options.folder:
            shutil.rmtree(self.folder)
        print(f"{counts['rounds']} rounds, {counts['runs']} runs ({counts['undefined']} undefined), "
              f"{counts['functions']} functions verified: {counts['safe']} safe ({counts['executed']} executed, "
              f"{counts['safe if callers']} under preconditions), "
              f"{counts['violated']} violated, {counts['unknown']} unknown; {counts['failures']} native assertion failures, "
              f"{sum(self.wrong.values())} wrong")
        is_too_little = counts["runs"] == counts["undefined"] or counts["executed"] < self.options.proved
        return 1 if self.wrong or is_too_little else 0


def options_of(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", type=lambda word: pathlib.Path(word).resolve(), help="the binary")
    parser.add_argument("--seed", type=int, default=1, help="of the first library")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seconds", type=float, help="instead of --rounds")
    parser.add_argument("--callers", type=int, default=12, help="of each library")
    parser.add_argument("--timeout", type=int, default=8, help="seconds for each library's verdicts")
    parser.add_argument("--folder", type=pathlib.Path, help="where wrong verdicts are kept; default: a new one")
    parser.add_argument("--all", action="store_true", help="verify every library")
    parser.add_argument("--proved", type=int, default=0, help="how many functions at least have to be called safe and executed")
    parser.add_argument("--print", action="store_true", help="print the first library and its callers only")
    options = parser.parse_args(words)
    if not options.vouch and not options.print:
        parser.error("--vouch is missing")
    return options


def main() -> int:
    options = options_of(sys.argv[1:])
    if options.print:
        library, callers = generate(options.seed, options.callers)
        print(library.text() + "/* callers */\n" + program_of(library, callers))
        return 0
    search = Search(options)
    search.search()
    return search.exit_status()


if __name__ == "__main__":
    sys.exit(main())
