"""C programs as compilers build them, run with random inputs: what verdicts are compared with.

`native_inputs.c` beside this file is linked with the program; it gives values to __VERIFIER_nondet_*, limits each run and says
what became of it. What a run is given depends on the seed and the run's number only, so that the same run can be looked at in
another build.
"""

import dataclasses
import os
import pathlib
import re
import subprocess

RUNTIME = pathlib.Path(__file__).with_name("native_inputs.c")
COMPILER_SECONDS = 60
MEMORY_BYTES = 1 << 30
MOST_CONSTANTS = 200
# Of old C, as gcc takes it and Clang does not.
TOLERANT = ("-w", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion")
ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")


@dataclasses.dataclass(frozen=True)
class Build:
    compiler: str
    flags: tuple

    @property
    def name(self) -> str:
        return " ".join([self.compiler, *self.flags])

    @property
    def has_shadow_memory(self) -> bool:
        return any(flag.startswith("-fsanitize=") and ("address" in flag or "memory" in flag) for flag in self.flags)


COMPILERS = ("gcc", "clang-19")
PLAIN_BUILDS = tuple(Build(compiler, (level,)) for compiler in COMPILERS for level in ("-O0", "-O2"))
STOPPING = ("-O0", "-g", "-fno-sanitize-recover=all")
# For whether a run is defined at all.
SANITIZED_BUILDS = tuple(Build(compiler, (*STOPPING, "-fsanitize=address,undefined")) for compiler in COMPILERS)
# Sees reads of what was never written.
MEMORY_BUILD = Build("clang-19", (*STOPPING, "-fsanitize=memory"))
# For violations of properties: what only UndefinedBehaviorSanitizer objects to, such as &p->member of a null pointer, is left out.
PROPERTY_BUILDS = tuple(Build(compiler, (*STOPPING, "-fsanitize=address,bounds,signed-integer-overflow,shift,integer-divide-by-zero"))
                        for compiler in COMPILERS)


@dataclasses.dataclass(frozen=True)
class Builds:
    """In which builds a verdict is compared; the first plain one is gcc -O0."""
    plain: tuple
    for_properties: tuple


ALL_BUILDS = Builds(PLAIN_BUILDS, PROPERTY_BUILDS)
# One of each compiler, one optimised.
FEW_BUILDS = Builds((PLAIN_BUILDS[0], PLAIN_BUILDS[-1]), PROPERTY_BUILDS[:1])


class CannotBuild(Exception):
    """The program cannot be compiled and linked to run on its own; says why."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What became of a run: `kind` is a word of native_inputs.c."""

    number: int
    kind: str
    detail: str

    def __str__(self):
        return f"{self.kind} {self.detail}".strip()


def constants_of(text: str) -> list:
    """Numbers that a program mentions: inputs near them lead to more of its branches than others."""
    without_comments = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    found = re.findall(r"(?<![\w.])(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*(?![\w.])", without_comments)
    numbers = {int(number, 16) if number[:2] in ("0x", "0X") else int(number) for number in found}
    return sorted(number for number in numbers if number < 1 << 64)[:MOST_CONSTANTS]


def first_error_of(output: str) -> str:
    lines = [line for line in output.splitlines() if "error" in line or "undefined reference" in line]
    return (lines or output.splitlines() or ["no message"])[0][-200:]


def environment(**variables) -> dict:
    return {**os.environ, "LC_ALL": "C", "UBSAN_OPTIONS": "print_stacktrace=0", **variables}


def sanitizer_options(leaks: bool) -> str:
    return ("detect_stack_use_after_return=1:allocator_may_return_null=1:hard_rss_limit_mb=2048:"
            f"detect_leaks={int(leaks)}")


def call_compiler(words: list):
    """Raises CannotBuild with the first error."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=COMPILER_SECONDS,
                              stdin=subprocess.DEVNULL, env=environment(), check=False)
    except FileNotFoundError:
        raise CannotBuild(f"{words[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise CannotBuild(f"{words[0]} takes too long") from None
    if done.returncode != 0:
        raise CannotBuild(first_error_of(done.stderr))


class NativeProgram:
    """A program whose runs begin in `main`. Its builds are made in `folder` when they are asked for."""

    def __init__(self, source: pathlib.Path, folder: pathlib.Path, flags: tuple = ()):
        """Several programs whose folders have the same parent share the compiled runtime, which lies there."""
        self.source = source.resolve()
        self.folder = folder
        self.flags = flags
        self.text = source.read_text(errors="replace")
        self._binaries = {}

    def binary(self, build: Build) -> pathlib.Path:
        """Raises CannotBuild."""
        if build not in self._binaries:
            self._binaries[build] = self._compile(build)
        return self._binaries[build]

    def _compile(self, build: Build) -> pathlib.Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        binary = self.folder / f"{self.source.stem}-{len(self._binaries)}"
        # The program's own error function is noticed when it is entered.
        defines_error = re.search(r"\b(" + "|".join(ERROR_FUNCTIONS) + r")\s*\([^()]*\)\s*\{", self.text)
        hook = ["-finstrument-functions"] if defines_error else []
        program = binary.with_suffix(".o")
        # The program's own level of optimisation counts.
        call_compiler([build.compiler, *TOLERANT, *build.flags, *self.flags, *hook, "-c", str(self.source), "-o", str(program)])
        call_compiler([build.compiler, *self._machine_flags(), "-w", *build.flags, str(program), str(self._runtime(build)),
                       "-lm", "-lpthread", "-o", str(binary)])
        program.unlink()
        return binary

    def _machine_flags(self) -> list:
        return [flag for flag in self.flags if flag == "-m32"]

    def _runtime(self, build: Build) -> pathlib.Path:
        """Compiled without the flags of the program: it is no part of what is tried. But MemorySanitizer has to see it."""
        flags = [*self._machine_flags(), *(["-fsanitize=memory"] if build == MEMORY_BUILD else [])]
        file = self.folder.parent / f"{'-'.join(['inputs', build.compiler, *flags])}.o"
        if not file.exists():
            unfinished = self.folder / "inputs.o"
            call_compiler([build.compiler, *flags, "-O1", "-c", str(RUNTIME), "-o", str(unfinished)])
            unfinished.rename(file)
        return file

    def run(self, build: Build, runs: int, first: int = 0, seed: int = 1, seconds: int = 1, leaks: bool = False) -> list:
        """Outcomes of the runs `first`, `first + 1`, ... in an empty folder. Raises CannotBuild."""
        binary = self.binary(build)
        empty = self.folder / f"{binary.name}-run"
        empty.mkdir(exist_ok=True)
        outcomes = binary.with_suffix(".outcomes")
        outcomes.unlink(missing_ok=True)
        constants = ",".join(str(number) for number in constants_of(self.text))
        options = sanitizer_options(leaks)
        try:
            # With the clock of every run there is no other limit, but one for a runtime that hangs.
            subprocess.run([str(binary)], cwd=empty, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=3 * seconds * runs + 60, check=False, start_new_session=True,
                           env=environment(NATIVE_OUTCOMES=str(outcomes.resolve()), NATIVE_FIRST=str(first), NATIVE_RUNS=str(runs),
                                           NATIVE_SEED=str(seed), NATIVE_CONSTANTS=constants, NATIVE_SECONDS=str(seconds),
                                           NATIVE_MEMORY=str(0 if build.has_shadow_memory else MEMORY_BYTES),
                                           ASAN_OPTIONS=options, LSAN_OPTIONS=f"detect_leaks={int(leaks)}"))
        except subprocess.TimeoutExpired:
            return []
        if not outcomes.exists():
            raise CannotBuild("it does not start")
        return [parsed(line) for line in outcomes.read_text(errors="replace").splitlines()]


def parsed(line: str) -> Outcome:
    number, _, rest = line.partition(" ")
    kind, _, detail = rest.partition(" ")
    return Outcome(int(number), kind, detail)


SANITIZER_REPORTS = (
    ("overflow", r"signed integer overflow|negation of|division of \S+ by -1|shift exponent|left shift of"),
    ("div-by-zero", r"division by zero"),
    ("null", r"null pointer|SEGV on unknown address 0x0{8,}[0-9a-f]{0,4} "),
    ("bounds", r"(heap|stack|global|dynamic-stack)-buffer-(over|under)flow|out of bounds"),
    ("use-after-free", r"heap-use-after-free|stack-use-after-(return|scope)"),
    ("memory", r"attempting (double-)?free|double-free|bad-free|LeakSanitizer"),
)


def violated_property(outcome: Outcome) -> str:
    """The word of `--property` for what the run has violated; empty for other ends."""
    if outcome.kind == "assertion":
        return "assert"
    if outcome.kind == "error":
        return "reach-error" if outcome.detail in ERROR_FUNCTIONS else "assert"
    if outcome.kind == "sanitizer":
        return next((word for word, report in SANITIZER_REPORTS if re.search(report, outcome.detail)), "")
    return ""
