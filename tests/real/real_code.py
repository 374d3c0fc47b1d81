#!/usr/bin/env python3
"""Runs `vouch check` on C that nobody wrote for it: libraries in packages of Debian and npm, with their real headers.

  real_code.py --vouch build/release/bin/vouch --folder build/real-code      what came of each project
  real_code.py --vouch ... --folder ... --table                              the table of docs/real-code.md
  real_code.py --vouch ... --folder ... --sample 20 --seed 1                 findings for a person to judge

What must hold for every file: it compiles, a report within the time and memory given, no crash, a verdict or a reason for every
function. What the verdicts are is printed, not judged. Exit status 1 if something did not hold or could not be fetched, 77 if there
is no program that could fetch anything.
"""

import argparse
import concurrent.futures
import pathlib
import sys

import tables
from file_runs import Limits, check_file
from projects import PROJECTS, Project
from sources import MIRROR, SourceError, Sources, missing_programs

SKIPPED = 77  # exit status, by which CTest knows a test that was skipped


def files_of(project: Project, root: pathlib.Path) -> list[pathlib.Path]:
    """The files of it below `root`, where it was unpacked. Raises SourceError if a pattern matches none."""
    without = {path for pattern in project.without for path in root.glob(pattern)}
    found = []
    for pattern in project.files:
        matches = sorted(path for path in root.glob(pattern) if path not in without)
        if not matches:
            raise SourceError(f"there is no {pattern} in {root}")
        found += matches
    return found


def clang_arguments(name: str, project: Project, root: pathlib.Path, sources: Sources, defines: list[str]) -> list[str]:
    """How Clang finds headers, and what is defined: as in the table, and `defines` besides."""
    includes = [root / include for include in project.includes]
    if project.written:
        includes.insert(0, sources.written(name, project))
    return [*(f"-I{include}" for include in includes), *(f"-D{macro}" for macro in (*project.defines, *defines))]


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where packages are kept")
    parser.add_argument("--mirror", default=MIRROR, help="of Debian's archive, or a snapshot of it; default: %(default)s")
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each file")
    parser.add_argument("--function-timeout", type=float, help="seconds for each function, within those of its file")
    parser.add_argument("--memory", type=int, default=4096, help="MiB for each file")
    parser.add_argument("--property", help="as for vouch check; default: its own")
    parser.add_argument("--define", default=[], action="append", help="a macro, as for -D")
    parser.add_argument("--jobs", type=int, default=2, help="files at a time; default: %(default)s")
    parser.add_argument("--project", choices=PROJECTS, action="append", help="default: all")
    parser.add_argument("--table", action="store_true", help="the table of docs/real-code.md, and no more")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="print N findings, chosen at random, with their lines")
    parser.add_argument("--seed", type=int, default=1, help="of that choice; default: %(default)s")
    return parser.parse_args()


def main() -> int:
    arguments = parsed_arguments()
    folder = arguments.folder.resolve()
    sources = Sources(folder, arguments.mirror)
    command = [arguments.vouch, "check", "--link", "none", "--jobs", "1"]
    command += ["--property", arguments.property] if arguments.property else []
    command += ["--function-timeout", str(arguments.function_timeout)] if arguments.function_timeout else []
    limits = Limits(arguments.timeout, arguments.memory)
    started, runs, failures = [], [], []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name in arguments.project or PROJECTS:
            project = PROJECTS[name]
            missing = missing_programs(project.source, folder)
            if missing:
                print(f"skipped: {name}: there is no {' and no '.join(missing)} here", file=sys.stderr)
                continue
            try:
                root = sources.unpacked(project.source)
                files = files_of(project, root)
            except SourceError as error:
                failures.append(f"{name}: {error}")
                continue
            options = clang_arguments(name, project, root, sources, arguments.define)
            started.append((name, project, [pool.submit(check_file, command, path, options, limits) for path in files]))
        if arguments.table:
            print(tables.HEADER)
        for name, project, futures in started:
            run = tables.ProjectRun(name, project.source.version, [future.result() for future in futures])
            runs.append(run)
            failures += [f"{name}: {file.path.name}: {complaint}" for file in run.files for complaint in file.complaints]
            if arguments.table:
                print(tables.row(run.name, run.version, run.files), flush=True)
            elif not arguments.sample:
                tables.print_project(run)
    if arguments.table and len(runs) > 1:
        print(tables.total_row(runs))
    for finding in tables.sample(runs, arguments.sample, arguments.seed):
        tables.print_finding(finding, folder)
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    if not runs and not failures:
        print("skipped: nothing that could fetch a project is installed: apt-get with dpkg-source, or npm", file=sys.stderr)
        return SKIPPED
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
