"""What compiled programs do: whether gcc and Clang, with and without optimisation, agree, and sanitizers find nothing."""

import enum
import os
import pathlib
import resource
import signal
import subprocess
import tempfile

import sources

# The tests are older than prototypes.
DIALECT = ["-std=gnu17", "-w"]
CLANG_DIALECT = [*DIALECT, "-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
                 "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
                 "-Wno-error=return-type", "-Wno-error=return-mismatch"]
SANITIZERS = "-fsanitize=address,undefined,float-cast-overflow"
PLAIN = [["gcc", *DIALECT, "-O0"], ["clang-19", *CLANG_DIALECT, "-O0"], ["gcc", *DIALECT, "-O2"],
         ["clang-19", *CLANG_DIALECT, "-O2"]]
SANITIZED = [["clang-19", *CLANG_DIALECT, "-O0", SANITIZERS, "-fno-sanitize-recover=all"],
             ["gcc", *DIALECT, "-O0", SANITIZERS, "-fno-sanitize-recover=all"],
             ["clang-19", *CLANG_DIALECT, "-O0", "-fsanitize=memory"]]

REPORT_STATUS = 99
SANITIZER_OPTIONS = f"exitcode={REPORT_STATUS}:detect_leaks=0:allocator_may_return_null=1"
COMPILER_SECONDS = 60
LARGEST_FILE = 1 << 26


class Behaviour(enum.Enum):
    PASSES = "passes"
    ABORTS = "aborts"
    FAILS = "fails otherwise"
    REFUSED = "does not compile"
    UNDEFINED = "is undefined"
    DIFFERS = "differs between compilers"


def keep_files_small():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(compiler: list, program: sources.Program, seconds: float) -> Behaviour:
    """Compiles and runs it in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="vouch-torture-") as folder:
        binary = pathlib.Path(folder) / "program"
        command = [*compiler, *program.options, *map(str, program.files), "-o", str(binary), "-lm"]
        try:
            compiled = subprocess.run(command, capture_output=True, timeout=COMPILER_SECONDS, cwd=folder)
        except subprocess.TimeoutExpired:
            return Behaviour.REFUSED
        if compiled.returncode != 0:
            return Behaviour.REFUSED
        environment = dict(os.environ, ASAN_OPTIONS=SANITIZER_OPTIONS, UBSAN_OPTIONS=SANITIZER_OPTIONS,
                           MSAN_OPTIONS=SANITIZER_OPTIONS)
        try:
            done = subprocess.run([str(binary)], stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds,
                                  cwd=folder, env=environment, preexec_fn=keep_files_small)
        except subprocess.TimeoutExpired:
            return Behaviour.FAILS
    if done.returncode == 0:
        return Behaviour.PASSES
    if done.returncode == REPORT_STATUS:
        return Behaviour.UNDEFINED
    return Behaviour.ABORTS if done.returncode == -signal.SIGABRT else Behaviour.FAILS


def common_behaviour(program: sources.Program, wanted: Behaviour, seconds: float) -> Behaviour:
    """`wanted` if all compilers agree on that and no sanitizer objects; else the first other one that is seen."""
    for compiler in [*PLAIN, *SANITIZED]:
        seen = run(compiler, program, seconds)
        if seen != wanted:
            # Only the first compiler's behaviour is the program's own.
            return seen if compiler is PLAIN[0] or seen in (Behaviour.REFUSED, Behaviour.UNDEFINED) else Behaviour.DIFFERS
    return wanted
