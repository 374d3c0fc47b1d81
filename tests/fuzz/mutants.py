#!/usr/bin/env python3
"""Makes mistakes in the lowering, one at a time, and asks whether random_programs notices them.

Each mutant is one source file that is compiled anew, with the command of the build folder, and linked in front of the libraries:
nothing in the checkout or in the build folder's own objects changes. A program that is contradicted without any mistake does not
count. Exit status 1 if a mutant is not noticed, or if its text is no longer in its file exactly once.
"""

import argparse
import collections.abc
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import lowering_mutants

PROGRAM = "random_programs"
CONTRADICTED = re.compile(r"program(\d+)\.c: ")
WINDOW = 50
RUNS = 5
WINDOW_SECONDS = 900


class Build:
    """A build folder with a built `random_programs`, whose commands say how to make another one."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        listed = subprocess.run(["ninja", "-C", str(folder), "-t", "commands", PROGRAM], capture_output=True, text=True, check=True)
        self.commands = [line for line in listed.stdout.splitlines() if not line.startswith("ninja:")]

    def compile(self, source: pathlib.Path, mutated: pathlib.Path, target: pathlib.Path):
        words = shlex.split(next(line for line in self.commands if line.endswith(f" -c {source}")))
        words[-1] = str(mutated)
        words[words.index("-o") + 1] = str(target)
        words[words.index("-MF") + 1] = str(target) + ".d"
        self.run(words)

    def link(self, first: pathlib.Path, target: pathlib.Path):
        line = next(line for line in self.commands if f" -o bin/{PROGRAM} " in line)
        words = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))
        at = words.index("-o")
        self.run([*words[:at], str(first), "-o", str(target), *words[at + 2:]])

    def run(self, words: list):
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{shlex.join(words)[:300]}: {done.stdout}{done.stderr}")


def text_of(mutant: lowering_mutants.Mutant, root: pathlib.Path) -> str:
    """The file with the mistake in it; empty if its text is not there exactly once."""
    text = (root / mutant.file).read_text()
    return text.replace(mutant.old, mutant.new) if text.count(mutant.old) == 1 else ""


def contradictions(binary: pathlib.Path, arguments: tuple, seed: int, first: int, count: int, folder: pathlib.Path) -> set:
    """The numbers of the contradicted programs; -1 stands for an end that is none, as of a front end that refuses what is C."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [str(binary), "--sanitized-only", "--runs", str(RUNS), "--seed", str(seed), "--first", str(first), "--programs",
               str(count), "--folder", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=WINDOW_SECONDS)
    except subprocess.TimeoutExpired:
        return {-1}
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found = {int(number) for number in CONTRADICTED.findall(done.stdout)}
    return found if done.returncode in (0, 1) else found | {-1}


class Search:
    def __init__(self, options: argparse.Namespace, build: Build):
        self.options = options
        self.build = build
        self.without_mistake: dict[tuple, set] = {}

    def windows(self) -> collections.abc.Iterator[tuple[int, int]]:
        for first in range(0, self.options.programs, WINDOW):
            yield first, min(WINDOW, self.options.programs - first)

    def expected(self, arguments: tuple, first: int, count: int) -> set:
        if (arguments, first) not in self.without_mistake:
            binary = self.build.folder / "bin" / PROGRAM
            folder = self.options.folder / "clean"
            found = contradictions(binary, arguments, self.options.seed, first, count, folder)
            self.without_mistake[arguments, first] = found
        return self.without_mistake[arguments, first]

    def noticed_within(self, binary: pathlib.Path, arguments: tuple) -> int | None:
        """How many programs it takes."""
        for first, count in self.windows():
            found = contradictions(binary, arguments, self.options.seed, first, count, self.options.folder / "mutant")
            new = found - self.expected(arguments, first, count)
            if new:
                return max(min(new) + 1, first + 1)
        return None

    def notices(self, number: int, mutant: lowering_mutants.Mutant) -> bool:
        text = text_of(mutant, self.options.source)
        if not text:
            print(f"{mutant.name}: the text is not exactly once in {mutant.file}: {mutant.old.splitlines()[0]}", flush=True)
            return False
        mutated = self.options.folder / f"mutant{number}.cpp"
        mutated.write_text(text)
        target = mutated.with_suffix(".o")
        binary = mutated.with_suffix("")
        self.build.compile(self.options.source / mutant.file, mutated, target)
        self.build.link(target, binary)
        within = self.noticed_within(binary, mutant.arguments)
        for file in (target, binary, target.with_name(target.name + ".d")):
            file.unlink(missing_ok=True)
        print(f"{mutant.name}: " + ("not noticed" if within is None else f"noticed by program {within}"), flush=True)
        return within is not None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build folder, in which random_programs is built")
    parser.add_argument("--source", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2], help="the checkout")
    parser.add_argument("--folder", type=pathlib.Path, help="where mutants are made; default: in the build folder")
    parser.add_argument("--programs", type=int, default=2000, help="at most, for each mutant")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--only", default="", help="mutants with this in their names")
    parser.add_argument("--texts", action="store_true", help="only look whether each text is still where it was")
    options = parser.parse_args()
    mutants = [(number, mutant) for number, mutant in enumerate(lowering_mutants.MUTANTS) if options.only in mutant.name]
    if options.texts:
        lost = [mutant for _, mutant in mutants if not text_of(mutant, options.source)]
        for mutant in lost:
            print(f"{mutant.name}: the text is not exactly once in {mutant.file}")
        return 1 if lost else 0
    options.build = options.build.resolve()
    options.folder = options.folder or options.build / "mutants"
    options.folder.mkdir(parents=True, exist_ok=True)
    search = Search(options, Build(options.build))
    noticed = [search.notices(number, mutant) for number, mutant in mutants]
    own = sorted(set().union(*search.without_mistake.values()))
    if own:
        print(f"without a mistake {len(own)} programs are contradicted, which did not count: {own}")
    print(f"{sum(noticed)} of {len(noticed)} mutants noticed within {options.programs} programs")
    return 0 if noticed and all(noticed) and not own else 1


if __name__ == "__main__":
    sys.exit(main())
