"""What is printed of the runs: a table with a row for each project, or what came of each project, or some of the findings."""

import collections
import dataclasses
import pathlib
import random
from collections.abc import Iterable

from file_runs import FileRun

HEADER = ("| project | version | files | lines | functions | decided | but for callers | findings | seconds | MiB at most |\n"
          "|---|---|---|---|---|---|---|---|---|---|")
DECIDING_VERDICTS = ("safe", "violated")
SHOWN_REASON = 60  # characters
SHOWN_LINES_AROUND = 3


@dataclasses.dataclass(frozen=True)
class ProjectRun:
    """All files of one project."""
    name: str
    version: str
    files: list[FileRun]

    def functions(self) -> list[dict]:
        return [function for file in self.files for function in file.functions()]


@dataclasses.dataclass(frozen=True)
class Finding:
    """A violation, as the report has it, of a project."""
    project: str
    violation: dict

    def place(self) -> tuple[str, int, int]:
        return self.violation["file"], self.violation["line"], self.violation["column"]


def has_something_to_prove(function: dict) -> bool:
    """Whether it has checks. A report that does not count them leaves that open: then it may."""
    return "checks" not in function or function["checks"]["total"] > 0


def kind_of_finding(violation: dict) -> str:
    """How sure it is to happen, or what it violates if the report does not say."""
    return violation.get("kind") or violation["property"]


def kind_of_reason(reason: str) -> str:
    """A reason without its place and without the target that it speaks of."""
    return reason.split(" at ")[0].split(" (")[0].split("; ")[0][:SHOWN_REASON]


def counted(words: Iterable[str]) -> str:
    """`3 null, 1 assert`: each with its number, the most frequent first."""
    return ", ".join(f"{count} {word}" for word, count in collections.Counter(words).most_common()) or "0"


def share(part: int, whole: int) -> str:
    """`3 (30 %)`, or `0`."""
    return f"{part} ({100 * part / whole:.0f} %)" if whole else "0"


def row(name: str, version: str, files: list[FileRun]) -> str:
    """The row of the table for these files."""
    functions = [function for file in files for function in file.functions() if has_something_to_prove(function)]
    decided = sum(function["verdict"] in DECIDING_VERDICTS for function in functions)
    left_to_callers = sum(function.get("leftToCallers", False) for function in functions)
    findings = counted(kind_of_finding(violation) for file in files for violation in file.violations() + file.hints())
    seconds = sum(file.seconds for file in files)
    count_open = sum(file.is_open() for file in files)
    count = f"{len(files)}, {count_open} of them open" if count_open else str(len(files))
    return (f"| {name} | {version} | {count} | {sum(file.lines() for file in files)} | {len(functions)} | "
            f"{share(decided, len(functions))} | {share(left_to_callers, len(functions))} | "
            f"{findings} | {'< 1' if seconds < 1 else f'{seconds:.0f}'} | {max((file.peak for file in files), default=0)} |")


def total_row(projects: list[ProjectRun]) -> str:
    """The last row: all files together."""
    return row("all", "", [file for project in projects for file in project.files])


def print_project(project: ProjectRun) -> None:
    """What came of it: verdicts, reasons of those that are unknown, violations."""
    functions = project.functions()
    verdicts = collections.Counter(function["verdict"] for function in functions)
    print(f"{project.name} {project.version}: {len(project.files)} files, {len(functions)} functions: "
          f"{verdicts['safe']} proved, {verdicts['violated']} violated, {verdicts['unknown']} unknown; "
          f"{sum(file.seconds for file in project.files):.0f} s, "
          f"at most {max((file.peak for file in project.files), default=0)} MiB")
    reasons = collections.Counter(kind_of_reason(function["reason"]) for function in functions if "reason" in function)
    for reason, count in reasons.most_common():
        print(f"    {count:5} {reason}")
    for file in project.files:
        if file.is_open():
            print(f"  open: {file.path.name}: {file.report.get('reason', 'no reason')}")
        for violation in file.violations():
            print(f"  violation: {file.path.name}:{violation['line']}: {violation['function']}: {violation['message']}")


def findings_in(projects: list[ProjectRun]) -> list[Finding]:
    """All violations in an order that does not depend on the run; one of a header only once."""
    found = {(project.name, *finding.place(), violation["message"]): finding
             for project in projects for file in project.files for violation in file.violations()
             for finding in [Finding(project.name, violation)]}
    return [finding for _, finding in sorted(found.items())]


def sample(projects: list[ProjectRun], count: int, seed: int) -> list[Finding]:
    """So many of the findings, or all if there are fewer; the same ones for the same findings and seed."""
    findings = findings_in(projects)
    return random.Random(seed).sample(findings, min(count, len(findings)))


def print_finding(finding: Finding, folder: pathlib.Path) -> None:
    """Where it is, what it says, and the lines around it. Paths are printed as seen from `folder`."""
    violation = finding.violation
    path = pathlib.Path(violation["file"])
    shown = path.relative_to(folder) if path.is_relative_to(folder) else path
    print(f"\n{finding.project}: {shown}:{violation['line']}: {violation['function']}: {violation['message']} "
          f"[{kind_of_finding(violation)}]")
    lines = path.read_text(errors="replace").splitlines()
    first = max(violation["line"] - SHOWN_LINES_AROUND, 1)
    for number in range(first, min(violation["line"] + SHOWN_LINES_AROUND, len(lines)) + 1):
        print(f"{'>' if number == violation['line'] else ' '} {number:6} {lines[number - 1]}")
