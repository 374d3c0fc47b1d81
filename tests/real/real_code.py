#!/usr/bin/env python3
"""Runs `vouch check` on C that nobody wrote for it: the sources in some npm packages, with their real headers.

What must hold for every file: a report within the time and memory given, no crash, a verdict or a reason for every
function. What the verdicts are is printed, not judged. Exit status 1 if something did not hold.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tarfile
import time

# Name and version of the package; where its C is; include directories; both relative to the package.
PROJECTS = {
    "tree-sitter": ("tree-sitter@0.25.1", ["vendor/tree-sitter/lib/src/*.c"],
                    ["vendor/tree-sitter/lib/include", "vendor/tree-sitter/lib/src"]),
    "lmdb": ("lmdb@3.5.6",
             ["dependencies/lmdb/libraries/liblmdb/mdb.c", "dependencies/lmdb/libraries/liblmdb/midl.c"], []),
    "sqlite": ("better-sqlite3@12.11.1", ["deps/sqlite3/sqlite3.c"], []),
}
# A verdict may come this much later than asked for: starting and printing take time.
TIME_TOLERANCE = 1.1
START_SECONDS = 2.0


def unpacked(package: str, folder: pathlib.Path) -> pathlib.Path:
    """The contents of an npm package, fetched if they are not in `folder` yet."""
    target = folder / package
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True,
                                text=True)
        archive = folder / packed.stdout.strip().splitlines()[-1]
        with tarfile.open(archive) as contents:
            contents.extractall(target)
        archive.unlink()
    return target / "package"


class File:
    """One run of `vouch check`."""

    def __init__(self, options, path: pathlib.Path, includes: list):
        timeout, memory = options.timeout, options.memory
        command = [options.vouch, "check", "--format", "json", "--timeout", str(timeout), "--memory", str(memory)]
        command += ["--property", options.property, str(path), "--"]
        command += [f"-I{include}" for include in includes] + [f"-D{macro}" for macro in options.define]
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, timeout=2 * timeout + 30)
        self.seconds = time.monotonic() - start
        self.path = path
        self.complaints = []
        if done.returncode not in (0, 1, 3):
            self.complaints.append(f"exit status {done.returncode}: {done.stderr.strip()[-300:]}")
        report = json.loads(done.stdout)
        self.peak = report["statistics"]["peakMemoryMiB"]
        self.file = report["files"][0]
        self.check(timeout, memory)

    def check(self, timeout: float, memory: int):
        if self.seconds > TIME_TOLERANCE * timeout + START_SECONDS:
            self.complaints.append(f"took {self.seconds:.1f} s")
        if self.peak > memory * 1.1:
            self.complaints.append(f"took {self.peak} MiB")
        for function in self.file["functions"]:
            if function["verdict"] == "unknown" and not function.get("reason"):
                self.complaints.append(f"no reason for {function['name']}")
        reasons = [function.get("reason", "") for function in self.file["functions"]] + [self.file.get("reason", "")]
        self.complaints += sorted({reason for reason in reasons if reason.startswith("internal error")})


def kind_of(reason: str) -> str:
    """A reason without its place and without the target that it speaks of."""
    return reason.split(" at ")[0].split(" (")[0].split("; ")[0][:60]


def row(name: str, files: list) -> bool:
    functions = [function for file in files for function in file.file["functions"]]
    verdicts = collections.Counter(function["verdict"] for function in functions)
    reasons = collections.Counter(kind_of(function["reason"]) for function in functions
                                  if function["verdict"] == "unknown")
    why = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    print(f"| {name} | {len(files)} | {len(functions)} | {verdicts['safe']} | {verdicts['violated']} | {why or '0'} | "
          f"{sum(file.seconds for file in files):.0f} | {max(file.peak for file in files)} |", flush=True)
    for file in files:
        for complaint in file.complaints:
            print(f"FAILED: {file.path.name}: {complaint}", file=sys.stderr)
    return not any(file.complaints for file in files)


def report(name: str, files: list) -> bool:
    functions = [function for file in files for function in file.file["functions"]]
    verdicts = collections.Counter(function["verdict"] for function in functions)
    print(f"{name}: {len(files)} files, {len(functions)} functions: {verdicts['safe']} proved, "
          f"{verdicts['violated']} violated, {verdicts['unknown']} unknown; "
          f"{sum(file.seconds for file in files):.0f} s, at most {max(file.peak for file in files)} MiB")
    reasons = collections.Counter(kind_of(function["reason"]) for function in functions
                                  if function["verdict"] == "unknown")
    for reason, count in reasons.most_common():
        print(f"    {count:5} {reason}")
    for file in files:
        for violation in file.file["violations"]:
            print(f"  violation: {file.path.name}:{violation['line']}: {violation['function']}: {violation['message']}")
        for complaint in file.complaints:
            print(f"  FAILED: {file.path.name}: {complaint}")
    return not any(file.complaints for file in files)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where packages are kept")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each file")
    parser.add_argument("--memory", type=int, default=4096, help="MiB for each file")
    parser.add_argument("--property", default="assert,reach-error", help="as for vouch check")
    parser.add_argument("--define", default=[], action="append", help="a macro, as for -D")
    parser.add_argument("--table", action="store_true", help="a row of docs/real-code.md for each project, and no more")
    parser.add_argument("--project", choices=PROJECTS, action="append", help="default: all")
    options = parser.parse_args()
    is_well = True
    for name in options.project or PROJECTS:
        package, patterns, includes = PROJECTS[name]
        root = unpacked(package, options.folder)
        files = [File(options, path, [root / include for include in includes])
                 for pattern in patterns for path in sorted(root.glob(pattern))]
        if len(files) < len(patterns):
            print(f"  FAILED: {name}: the package has not all of {patterns}")
            is_well = False
        is_well = (row if options.table else report)(name, files) and is_well
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
