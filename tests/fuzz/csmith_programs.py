#!/usr/bin/env python3
"""Compares `vouch check` with gcc and Clang on programs from Csmith (Yang, Chen, Eide, Regehr: "Finding and understanding bugs in
C compilers", PLDI 2011).

Such a program has no inputs and no undefined behaviour, and prints a checksum over all that it computed. The compilers say which one,
with and without optimisation, and have to agree; then the program gets an assertion that the checksum is this one, which may not be called violated, and one that it is another
one, which may not be called safe. Exit status 1, and the program in --folder, for each contradiction.
"""

import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.native_runs import PLAIN_BUILDS, Build  # noqa: E402
from support.program_comparison import ProgramComparison, options_of  # noqa: E402

PRINTING = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);"
COMPILER_SECONDS = 60
RUN_SECONDS = 2


def options_for(seed: int) -> list:
    """What a program is made of, different for each, and small enough to be executed in a second."""
    choose = random.Random(seed)
    options = ["--seed", str(seed), "--no-argc", "--no-volatiles", "--no-volatile-pointers"]
    options += ["--max-funcs", str(choose.randint(2, 8)), "--max-block-depth", str(choose.randint(2, 4))]
    for feature, share in {"float": 0.5, "packed-struct": 0.3, "inline-function": 0.3, "builtins": 0.3}.items():
        if choose.random() < share:
            options.append("--" + feature)
    return options


def include_options() -> list:
    """Csmith's headers are in a folder with its version in its name on some systems."""
    return [f"-I{folder}" for folder in sorted(pathlib.Path("/usr/include").glob("csmith*"))]


def checksum_of(program: pathlib.Path) -> str:
    """What the program prints, however it is compiled; empty if it does not end soon, or uses a builtin of another
    processor, or if the compilers do not agree."""
    checksums = {checksum_in(build, program) for build in PLAIN_BUILDS}
    return checksums.pop() if len(checksums) == 1 else ""


def checksum_in(build: Build, program: pathlib.Path) -> str:
    binary = program.with_suffix("")
    compiled = subprocess.run([build.compiler, "-w", *build.flags, *include_options(), str(program), "-o", str(binary)],
                              capture_output=True, timeout=COMPILER_SECONDS)
    if compiled.returncode != 0:
        return ""
    try:
        done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=RUN_SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return ""
    finally:
        binary.unlink()
    return done.stdout.removeprefix("checksum = ").strip()


class Comparison(ProgramComparison):
    def compare(self, seed: int):
        # Csmith leaves a file beside what it prints.
        text = subprocess.run(["csmith", *options_for(seed)], capture_output=True, text=True, check=True,
                              timeout=COMPILER_SECONDS, cwd=self.folder).stdout
        program = self.folder / f"csmith{seed}.c"
        program.write_text(text)
        self.counts["with floats"] += "--float" in options_for(seed)
        checksum = checksum_of(program)
        if not checksum:
            self.counts["no checksum"] += 1
            program.unlink()
            return
        is_well = self.check(program, text, f"== 0x{checksum}UL", "violated")
        is_well = self.check(program, text, f"!= 0x{checksum}UL", "safe") and is_well
        if is_well:
            program.unlink()

    def check(self, program: pathlib.Path, text: str, claim: str, wrong: str) -> bool:
        assertion = f"__VERIFIER_assert((crc32_context ^ 0xFFFFFFFFUL) {claim});"
        program.write_text("void __VERIFIER_assert(int condition);\n" + text.replace(PRINTING, assertion))
        report = self.report_of(program, str(program), "--", "-w", *include_options())
        return not self.contradicts(program, report, wrong)


def main() -> int:
    comparison = Comparison(options_of(__doc__))
    comparison.compare_all()
    counts = comparison.counts
    return comparison.exit_status(f"{counts['with floats']} with floats, {counts['no checksum']} without a checksum: ")


if __name__ == "__main__":
    sys.exit(main())
