#!/usr/bin/env python3
"""Compares `vouch check` with gcc's own execution tests (gcc.c-torture/execute), which check themselves and abort if they fail.

A test counts if gcc and Clang, with and without optimisation, agree that it passes, and sanitizers find nothing undefined in it. It
may not be called violated then. With one constant changed so that all compilers agree that it aborts, it may not be called
safe. Exit status 1 for each contradiction. What compiled programs do is remembered in the folder until the compilers change.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import shutil
import subprocess
import sys
import time

import native_runs
import one_constant
import sources

HEADER = pathlib.Path(__file__).resolve().parent / "abort_is_the_error.h"
PREPARED = "prepared"
MUTANTS = "mutants"
SHOWN_REASONS = 25
# The process may take longer than what it is asked to do.
PATIENCE_SECONDS = 60


@dataclasses.dataclass
class Check:
    """One program with its verdict."""
    program: sources.Program
    kind: str
    change: str
    verdict: str
    reason: str
    seconds: float

    def is_contradiction(self) -> bool:
        return self.verdict == {"original": "violated", "mutant": "safe"}[self.kind] or self.is_internal_error()

    def is_internal_error(self) -> bool:
        return self.reason.startswith("internal error")


def compilers() -> str:
    return "; ".join(subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
                     for name in ("gcc", "clang-19"))


class Preparation:
    """What compiled programs do, and their mutants, kept in files."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.compilers = compilers()

    def of(self, program: sources.Program) -> dict:
        record = self.folder / PREPARED / (program.name + ".json")
        if record.is_file():
            known = json.loads(record.read_text())
            if known["compilers"] == self.compilers:
                return known
        made = {"compilers": self.compilers, **self.make(program)}
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text(json.dumps(made))
        return made

    def make(self, program: sources.Program) -> dict:
        passes = native_runs.Behaviour.PASSES
        behaviour = native_runs.common_behaviour(program, passes, one_constant.SETTLED_SECONDS)
        change = None
        if behaviour == passes:
            change = one_constant.find_change(program, program.name, self.mutant_of(program))
        return {"behaviour": behaviour.value, "change": change and dataclasses.asdict(change)}

    def mutant_of(self, program: sources.Program) -> pathlib.Path:
        return self.folder / MUTANTS / program.name


def as_seen_by(options: argparse.Namespace, program: sources.Program, scratch: pathlib.Path) -> list[str]:
    """The command that checks it: a database names the files, if there are several."""
    words = [*native_runs.CLANG_DIALECT, "-include", str(HEADER), *program.options]
    command = [options.vouch, "check", "--property", "assert,reach-error", "--format", "json", "--timeout", str(options.timeout)]
    if len(program.files) == 1:
        return [*command, str(program.files[0]), "--", *words]
    scratch.mkdir(parents=True, exist_ok=True)
    database = [{"directory": str(scratch), "file": str(file), "arguments": ["clang", *words, "-c", str(file)]}
                for file in program.files]
    (scratch / "compile_commands.json").write_text(json.dumps(database))
    return [*command, "-p", str(scratch), str(program.files[-1])]


def check(options: argparse.Namespace, program: sources.Program, kind: str, change: str) -> Check:
    scratch = options.folder / "databases" / kind / program.name
    start = time.monotonic()
    try:
        done = subprocess.run(as_seen_by(options, program, scratch), capture_output=True, text=True, errors="replace",
                              timeout=options.timeout + PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        return Check(program, kind, change, "unknown", "internal error: no end", time.monotonic() - start)
    seconds = time.monotonic() - start
    if done.returncode == 2 or not done.stdout:
        return Check(program, kind, change, "refused", first_error(done.stderr), seconds)
    report = json.loads(done.stdout)["files"][0]
    return Check(program, kind, change, report["verdict"], report.get("reason", ""), seconds)


def print_contradictions(checks: list[Check]):
    for each in checks:
        if each.is_contradiction():
            print(f"{each.program.files[0]}: {each.kind} {each.change}: {each.verdict} {each.reason}", flush=True)


def first_error(messages: str) -> str:
    lines = messages.strip().splitlines()
    return next((line.split("error:", 1)[1].strip() for line in lines if "error:" in line), lines[-1] if lines else "")


def checks_of(options: argparse.Namespace, preparation: Preparation, program: sources.Program) -> list[Check]:
    """None if compilers do not agree on the test."""
    prepared = preparation.of(program)
    if prepared["behaviour"] != native_runs.Behaviour.PASSES.value:
        return []
    checks = [check(options, program, "original", "")]
    if prepared["change"]:
        change = one_constant.Change(**prepared["change"])
        text = program.files[0].read_text(errors="surrogateescape")
        line = text.count("\n", 0, change.offset) + 1
        mutant = program.with_first_file(preparation.mutant_of(program))
        checks.append(check(options, mutant, "mutant", f"line {line}: {change.old} is {change.new}"))
    return checks


def without_places(reason: str) -> str:
    return reason.split(" at ")[0].split(" (")[0].split(" in line ")[0]


def summary(kind: str, checks: list[Check]) -> str:
    counts = collections.Counter(each.verdict for each in checks)
    decided = counts["safe"] + counts["violated"]
    share = 100 * decided / len(checks) if checks else 0
    return (f"{len(checks)} {kind}: {counts['safe']} safe, {counts['violated']} violated, {counts['unknown']} unknown, "
            f"{counts['refused']} refused; {share:.1f} % decided")


def report(options: argparse.Namespace, checks: list[Check], left_out: int) -> int:
    contradictions = [each for each in checks if each.is_contradiction()]
    print(f"{left_out} tests left out, which do not pass with both compilers and without a report of a sanitizer")
    for kind in ("original", "mutant"):
        print(summary(kind + "s", [each for each in checks if each.kind == kind]))
    print(summary("in all", checks), f"at {options.timeout:g} s; {len(contradictions)} contradictions")
    for verdict in ("unknown", "refused"):
        reasons = collections.Counter(without_places(each.reason) for each in checks if each.verdict == verdict)
        for reason, count in reasons.most_common(SHOWN_REASONS):
            print(f"  {verdict}, {count} times: {reason}")
    rows = [{"name": each.program.name, "kind": each.kind, "change": each.change, "verdict": each.verdict,
             "reason": each.reason, "seconds": round(each.seconds, 2)} for each in checks]
    (options.folder / "results.json").write_text(json.dumps(rows, indent=1))
    # A comparison that compares little is broken too.
    is_meaningful = any(each.verdict == "safe" for each in checks) and any(each.verdict == "violated" for each in checks)
    return 0 if is_meaningful and not contradictions else 1


def chosen(options: argparse.Namespace, programs: list[sources.Program]) -> list[sources.Program]:
    if options.only:
        programs = [program for program in programs if options.only in program.name]
    return programs[options.first::options.every][:options.limit]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--folder", type=pathlib.Path, required=True,
                        help="where tests are unpacked, and where is kept what compiled ones do")
    parser.add_argument("--timeout", type=float, default=6, help="seconds for each verdict")
    parser.add_argument("--jobs", type=int, default=1, help="tests at a time")
    parser.add_argument("--every", type=int, default=1, help="take each N-th test only")
    parser.add_argument("--first", type=int, default=0, help="number of the first test that is taken")
    parser.add_argument("--limit", type=int, help="how many tests at most")
    parser.add_argument("--only", default="", help="tests with this in their names")
    parser.add_argument("--prepare", action="store_true", help="compile and change programs, and give no verdict")
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    tests = sources.unpack(options.folder)
    preparation = Preparation(options.folder)
    programs = chosen(options, sources.programs_in(tests))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.prepare:
            prepared = collections.Counter(each["behaviour"] for each in pool.map(preparation.of, programs))
            print(", ".join(f"{count} {behaviour}" for behaviour, count in prepared.most_common()))
            return 0
        results = []
        for checks in pool.map(lambda program: checks_of(options, preparation, program), programs):
            print_contradictions(checks)
            results.append(checks)
    checks = [each for result in results for each in result]
    shutil.rmtree(options.folder / "databases", ignore_errors=True)
    return report(options, checks, sum(not result for result in results))


if __name__ == "__main__":
    sys.exit(main())
