"""One run of `vouch check`, and what must hold of it."""

import dataclasses
import json
import pathlib
import subprocess
import time

# A verdict may come this much later than asked for: starting and printing take time.
TIME_TOLERANCE = 1.1
START_SECONDS = 2.0
MEMORY_TOLERANCE = 1.1
SHOWN_CHARACTERS = 300  # of what a run that failed says
DECIDING_STATUSES = (0, 1, 3)
DOES_NOT_COMPILE = 2


@dataclasses.dataclass(frozen=True)
class Limits:
    """For one file."""
    seconds: float
    memory: int  # MiB


@dataclasses.dataclass(frozen=True)
class FileRun:
    """What came of one file."""
    path: pathlib.Path
    report: dict  # of this file, as `--format json` has it; with no functions and no verdict if there is none
    seconds: float
    peak: int  # MiB
    complaints: tuple[str, ...]  # of what must hold and does not

    def functions(self) -> list[dict]:
        return self.report["functions"]

    def violations(self) -> list[dict]:
        return self.report["violations"]

    def hints(self) -> list[dict]:
        """At preconditions that nobody has stated; reports of older versions have none."""
        return self.report.get("hints", [])

    def is_open(self) -> bool:
        """Whether it says nothing of any function, but only why: time can end before the first one."""
        return not self.functions() and self.report.get("verdict") == "unknown"

    def lines(self) -> int:
        """Of the file itself, without what it includes."""
        return self.path.read_bytes().count(b"\n")


def complaints_about(report: dict, seconds: float, peak: int, limits: Limits) -> list[str]:
    """What does not hold of a file's report that took so long and so much memory (MiB)."""
    complaints = []
    if seconds > TIME_TOLERANCE * limits.seconds + START_SECONDS:
        complaints.append(f"took {seconds:.1f} s")
    if peak > MEMORY_TOLERANCE * limits.memory:
        complaints.append(f"took {peak} MiB")
    functions = report["functions"]
    for function in functions:
        if "verdict" not in function:
            complaints.append(f"no verdict for {function['name']}")
        elif function["verdict"] == "unknown" and not function.get("reason"):
            complaints.append(f"no reason for {function['name']}")
    reasons = {part.get("reason", "") for part in [*functions, report]}
    return complaints + sorted(reason for reason in reasons if reason.startswith("internal error"))


def first_error(text: str) -> str:
    """The first error that the front end reports, or the end of what there is."""
    errors = [line for line in text.splitlines() if "error:" in line]
    return errors[0].strip() if errors else text.strip()[-SHOWN_CHARACTERS:]


def check_file(command: list[str], path: pathlib.Path, clang_arguments: list[str], limits: Limits) -> FileRun:
    """Runs `command`, which is `vouch check` with options, on the file. Nothing that a run does raises an exception."""
    whole = [*command, "--format", "json", "--timeout", str(limits.seconds), "--memory", str(limits.memory), str(path), "--",
             *clang_arguments]
    patience = 2 * limits.seconds + 30
    nothing = {"functions": [], "violations": []}
    start = time.monotonic()
    try:
        done = subprocess.run(whole, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=patience, check=False)
    except subprocess.TimeoutExpired:
        return FileRun(path, nothing, patience, 0, (f"did not end within {patience:.0f} s",))
    seconds = time.monotonic() - start
    if done.returncode == DOES_NOT_COMPILE:
        return FileRun(path, nothing, seconds, 0, (f"does not compile: {first_error(done.stderr)}",))
    complaints = []
    if done.returncode not in DECIDING_STATUSES:
        complaints.append(f"exit status {done.returncode}: {done.stderr.strip()[-SHOWN_CHARACTERS:]}")
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError as error:
        return FileRun(path, nothing, seconds, 0, (*complaints, f"no report: {error}"))
    file, peak = report["files"][0], report["statistics"]["peakMemoryMiB"]
    return FileRun(path, file, seconds, peak, (*complaints, *complaints_about(file, seconds, peak, limits)))
