#!/usr/bin/env python3
"""Makes deliberate mistakes in the sources, one at a time, and sees whether the tests notice.

A table of mistakes is a file with a list of `Mutant` and, at its end, `sys.exit(mutants.main(MUTANTS))`:

  TABLE.py --build build/release            every mutant; exit status 1 if one survives, or cannot be tried
  TABLE.py --build build/release --only E1  those whose names contain the word
  TABLE.py --check-texts                    only whether each mutant's text is in the sources exactly once

For each, the script writes the mistake into the sources, builds the targets and runs the commands. A command that fails, or
is not done in time, kills the mutant. The sources are put back however the script ends, and built once more at its end:
nothing else may build or edit the same folder meanwhile. Before the first mutant every command has to pass on the sources as
they are, or its failures would say nothing.
"""

import argparse
import dataclasses
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD_SECONDS = 3600


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One mistake, and what notices it."""
    name: str
    file: str              # from the root
    old: str               # in the file exactly once
    new: str
    targets: tuple         # what has to be built for the commands
    commands: tuple        # each a tuple of words, run in the root; "{build}" stands for the build folder
    seconds: float = 300   # for each command: a mutant may never come to an end


class NotTried(Exception):
    """A mutant says nothing: its text is not there, or what it makes does not compile."""


class Source:
    """A file with a mistake in it while the context lasts."""

    def __init__(self, mutant):
        self.path = ROOT / mutant.file
        self.original = self.path.read_bytes()
        count = self.original.count(mutant.old.encode())
        if count != 1:
            raise NotTried(f"the text is {count} times in {mutant.file}")
        self.changed = self.original.replace(mutant.old.encode(), mutant.new.encode())

    def __enter__(self):
        self.path.write_bytes(self.changed)

    def __exit__(self, *_):
        self.path.write_bytes(self.original)  # newer than what was built of the mistake


def build(folder, targets):
    """What the build printed if it failed, otherwise nothing."""
    done = subprocess.run(["ninja", "-C", str(folder), *targets], cwd=ROOT, capture_output=True, text=True,
                          timeout=BUILD_SECONDS)
    return done.stdout + done.stderr if done.returncode != 0 else ""


def failure_of(command, folder, seconds):
    """Why the command did not succeed; nothing if it did."""
    words = [word.replace("{build}", str(folder)) for word in command]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=seconds, errors="replace")
    except subprocess.TimeoutExpired:
        return f"not done after {seconds:g} s"
    if done.returncode == 0:
        return ""
    return next((line for line in done.stdout.splitlines() if "FAILED" in line), f"exit status {done.returncode}")


def first_failure(mutant, folder):
    for command in mutant.commands:
        if failure := failure_of(command, folder, mutant.seconds):
            return failure
    return ""


def try_out(mutant, folder):
    """What killed the mutant; nothing if it survived."""
    with Source(mutant):
        if log := build(folder, mutant.targets):
            raise NotTried("does not compile:\n" + log[-2000:])
        return first_failure(mutant, folder)


def passes_without_mutants(mutants, folder):
    """Builds the sources as they are, and runs every command once."""
    if log := build(folder, sorted({target for mutant in mutants for target in mutant.targets})):
        print("the sources do not compile:\n" + log[-2000:])
        return False
    failures = {command: failure_of(command, folder, mutant.seconds)
                for mutant in mutants for command in mutant.commands}
    for command, failure in failures.items():
        if failure:
            print(f"fails without a mutant: {' '.join(command)}: {failure}")
    return not any(failures.values())


def run(mutants, folder):
    """Whether every mutant was killed."""
    if not passes_without_mutants(mutants, folder):
        return False
    survivors = 0
    try:
        for mutant in mutants:
            start = time.monotonic()
            try:
                killer = try_out(mutant, folder)
            except NotTried as reason:
                killer, survivors = f"NOT TRIED: {reason}", survivors + 1
            else:
                survivors += 0 if killer else 1
            print(f"{mutant.name}: {killer or 'SURVIVED'} ({time.monotonic() - start:.0f} s)", flush=True)
    finally:
        build(folder, sorted({target for mutant in mutants for target in mutant.targets}))
    print(f"{len(mutants) - survivors} of {len(mutants)} mutants killed")
    return survivors == 0


def texts_are_there(mutants):
    """Whether each mutant's text is in the sources exactly once; says which is not."""
    failures = []
    for mutant in mutants:
        try:
            Source(mutant)
        except NotTried as reason:
            failures.append(f"{mutant.name}: {reason}")
    print("\n".join(failures) or f"{len(mutants)} mutants")
    return not failures


def main(mutants):
    parser = argparse.ArgumentParser(description="Makes mistakes in the sources and sees whether tests notice.")
    parser.add_argument("--build", type=pathlib.Path, help="a configured build folder of this checkout")
    parser.add_argument("--only", default="", help="those whose names contain this word")
    parser.add_argument("--check-texts", action="store_true", help="only look whether the texts are in the sources")
    options = parser.parse_args()
    chosen = [mutant for mutant in mutants if options.only in mutant.name]
    if options.check_texts:
        return 0 if texts_are_there(chosen) else 1
    if options.build is None:
        parser.error("--build is needed")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the sources are put back
    return 0 if run(chosen, options.build.resolve()) else 1
