#!/usr/bin/env python3
"""Compares `vouch check` with gcc and Clang on generated programs of several files: weak, common, static and aliased definitions,
constructors, own functions with names of the library, tables of static functions, flags that differ from file to file, errno.

A program has one input with eight values, so running it with each of them tells whether its assertions hold. Programs on which the
compilers, with and without optimisation, do not agree are left out. A violation for which the report assumes that a function has no
definition is counted on its own: what it found is not all of the program, and says so. Exit status 1, and the program in --folder,
for each contradiction.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys

import linked_parts

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.native_runs import PLAIN_BUILDS, Build  # noqa: E402
from support.program_comparison import ProgramComparison, options_of  # noqa: E402

INPUTS = 8
COMPILER_SECONDS = 60
RUN_SECONDS = 20
DIALECT = ["-std=gnu11", "-w"]

# Its constructors have run when a program starts; each input gets a process of its own.
DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int input;
int __VERIFIER_nondet_int(void) { return input; }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { _exit(1); }
int program_main(void);
int main(void) {
  for (input = 0; input < 8; input++) {
    pid_t child = fork();
    if (child == 0) { program_main(); _exit(0); }
    int status = 0;
    waitpid(child, &status, 0);
    putchar(!WIFEXITED(status) ? '?' : WEXITSTATUS(status) == 0 ? '.' : '!');
  }
  putchar('\n');
  return 0;
}
"""


def claim(choose: random.Random, value: str) -> str:
    """Of which some hold for all inputs, and some for most."""
    number = choose.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14, 27, -1])
    return choose.choice([f"{value} != {number}", f"{value} <= {number + 9}", f"{value} >= {choose.randint(-9, 1)}",
                          f"n != {choose.randrange(8)} || {value} != {number}", f"{value} - n != {number + 6}"])


class Program:
    """Files in a folder of their own, with a compilation database."""

    def __init__(self, seed: int, folder: pathlib.Path):
        choose = random.Random(seed)
        parts = linked_parts.choose_parts(choose)
        self.folder = folder
        self.folder.mkdir(parents=True)
        claims = [claim(choose, part.value) for part in parts]
        body = "".join(f"  assert({text});\n" for text in claims)
        self.write("main.c", "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" + "\n".join(part.main for part in parts) +
                   f"\nint main(void) {{\n  int n = __VERIFIER_nondet_int() & 7;\n{body}  return 0;\n}}\n")
        self.write("other.c", "\n".join(part.other for part in parts) + "\n")
        self.write("driver.c", DRIVER)
        self.flags = {"main.c": [flag for part in parts for flag in part.main_flags],
                      "other.c": [flag for part in parts for flag in part.other_flags]}
        database = [{"directory": str(folder), "file": file, "arguments": ["gcc", *DIALECT, *flags, "-c", file]}
                    for file, flags in self.flags.items()]
        self.write("compile_commands.json", json.dumps(database, indent=1))

    def write(self, name: str, text: str):
        (self.folder / name).write_text(text)

    def behaviour(self, build: Build) -> str:
        """What happens for each of the inputs; empty if it does not compile."""
        compiler = [build.compiler, *build.flags]
        objects = []
        for file, flags in {**self.flags, "driver.c": []}.items():
            renamed = ["-Dmain=program_main"] if file == "main.c" else []
            objects.append(file + ".o")
            command = [*compiler, *DIALECT, *flags, *renamed, "-c", file, "-o", objects[-1]]
            if subprocess.run(command, cwd=self.folder, capture_output=True, timeout=COMPILER_SECONDS).returncode != 0:
                return ""
        linked = subprocess.run([*compiler, *objects, "-o", "program"], cwd=self.folder, capture_output=True, timeout=COMPILER_SECONDS)
        if linked.returncode != 0:
            return ""
        done = subprocess.run(["./program"], cwd=self.folder, capture_output=True, text=True, timeout=RUN_SECONDS)
        return done.stdout.strip()


class Comparison(ProgramComparison):
    def compare(self, seed: int):
        program = Program(seed, self.folder / f"program{seed}")
        behaviours = {program.behaviour(build) for build in PLAIN_BUILDS}
        behaviour = behaviours.pop()
        if behaviours or len(behaviour) != INPUTS or "?" in behaviour:
            self.counts["left out"] += 1
            shutil.rmtree(program.folder)
            return
        report = self.report_of(program.folder, "-p", str(program.folder), str(program.folder / "main.c"))
        wrong = "safe" if "!" in behaviour else "violated"
        is_incomplete = any("has no definition" in text for text in report["assumptions"])
        if wrong == report["verdict"] == "violated" and is_incomplete:
            self.counts["without a definition"] += 1
        elif self.contradicts(program.folder, report, wrong, f", but with the inputs from 0 on it does {behaviour}"):
            return
        shutil.rmtree(program.folder)


def main() -> int:
    comparison = Comparison(options_of(__doc__))
    comparison.compare_all()
    counts = comparison.counts
    return comparison.exit_status(f"{counts['left out']} left out, {counts['without a definition']} violated for want of a definition: ")


if __name__ == "__main__":
    sys.exit(main())
