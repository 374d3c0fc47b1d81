#!/usr/bin/env python3
"""Compares `vouch check` with gcc and Clang on programs from Csmith (Yang, Chen, Eide, Regehr: "Finding and understanding bugs in
C compilers", PLDI 2011).

Such a program has no inputs and no undefined behaviour, and prints a checksum over all that it computed. The compilers say which one,
with and without optimisation, and have to agree; then the program gets an assertion that the checksum is this one, which may not be called violated, and one that it is another
one, which may not be called safe. Exit status 1, and the program in --folder, for each contradiction.
"""

import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.native_runs import PLAIN_BUILDS, Build  # noqa: E402

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


def verdict_of(vouch: str, program: pathlib.Path, timeout: float) -> dict:
    command = [vouch, "check", "--format", "json", "--timeout", str(timeout), str(program), "--", "-w",
               *include_options()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=2 * timeout + 30)
    if done.returncode == 2:
        raise RuntimeError(f"{program} is refused: {done.stderr.strip()[-300:]}")
    return json.loads(done.stdout)["files"][0]


class Comparison:
    def __init__(self, vouch: str, folder: pathlib.Path, timeout: float):
        self.vouch = vouch
        self.folder = folder
        self.timeout = timeout
        self.counts = collections.Counter()
        self.reasons = collections.Counter()

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
        report = verdict_of(self.vouch, program, self.timeout)
        verdict = report["verdict"]
        self.counts[verdict] += 1
        if verdict == "unknown":
            self.reasons[report["reason"].split(" at ")[0].split(" (")[0]] += 1
        is_internal_error = report.get("reason", "").startswith("internal error")
        if verdict == wrong or is_internal_error:
            self.counts["contradictions"] += 1
            print(f"{program}: {verdict} {report.get('reason', '')}", flush=True)
            return False
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for each verdict")
    parser.add_argument("--folder", type=pathlib.Path, help="where programs are written; default: a new one")
    options = parser.parse_args()
    folder = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="vouch-csmith-"))
    folder.mkdir(parents=True, exist_ok=True)
    comparison = Comparison(options.vouch, folder, options.timeout)
    for seed in range(options.seed, options.seed + options.programs):
        comparison.compare(seed)
    counts = comparison.counts
    print(f"{options.programs} programs, {counts['with floats']} with floats, {counts['no checksum']} without a checksum: {counts['safe']} safe, "
          f"{counts['violated']} violated, {counts['unknown']} unknown; {counts['contradictions']} contradictions")
    for reason, count in comparison.reasons.most_common():
        print(f"  unknown, {count} times: {reason}")
    if not counts["contradictions"] and not options.folder:
        shutil.rmtree(folder)
    # A comparison that compares little is broken too.
    return 0 if not counts["contradictions"] and counts["safe"] + counts["violated"] > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
