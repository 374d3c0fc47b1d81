"""Compiles a library with its callers, runs these, and says what a run was: calls, a failed assertion, undefined behaviour."""

import dataclasses
import os
import pathlib
import re
import subprocess

COMPILER_SECONDS = 60
RUN_SECONDS = 10
FLAGS = ["-std=gnu17", "-w", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# A library leaks nothing here, but callers do not free what they allocate.
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
FAILED_ASSERTION = re.compile(r"library\.c:(\d+): .*Assertion .* failed")


@dataclasses.dataclass(frozen=True)
class NativeRun:
    """What a caller did. `line`: of the assertion that failed, or 0."""
    output: str
    called: tuple[str, ...]
    ended: frozenset[str]
    line: int
    is_undefined: bool

    @property
    def failed(self) -> str:
        """The function that was called when an assertion failed."""
        return self.called[-1] if self.line else ""


def run_of(output: str) -> NativeRun:
    failed = FAILED_ASSERTION.search(output)
    words = [line.split() for line in output.splitlines()]
    called = tuple(line[1] for line in words if len(line) == 2 and line[0] == "call")
    ended = frozenset(line[1] for line in words if len(line) == 2 and line[0] == "end")
    is_undefined = "runtime error:" in output or "AddressSanitizer" in output
    return NativeRun(output, called, ended, int(failed[1]) if failed and not is_undefined else 0, is_undefined)


def compile_program(compiler: str, folder: pathlib.Path):
    """Raises RuntimeError if it does not compile."""
    done = subprocess.run([compiler, *FLAGS, "library.c", "main.c", "-o", "program"], cwd=folder, capture_output=True, text=True,
                          timeout=COMPILER_SECONDS, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{folder} does not compile: {done.stderr[:1000]}")


def run_program(folder: pathlib.Path, *arguments: str) -> NativeRun:
    done = subprocess.run(["./program", *arguments], cwd=folder, capture_output=True, text=True, errors="replace", env=ENVIRONMENT,
                          timeout=RUN_SECONDS, check=False)
    return run_of(done.stderr)
