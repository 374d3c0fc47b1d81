#!/usr/bin/env python3
"""A project of files that call each other in six layers, and what a file costs whose callees' files are in the cache.

  layered_project.py --vouch build/release/bin/vouch --files 1000              all files, from the lowest layer to the highest
  layered_project.py --vouch ... --files 60 --limit 1.5                        fails if a file takes more processor time than this

Each file has one function with a loop and an assertion, which calls three of the layer below. The files are verified one by
one, by processes of their own with one cache, as an editor with many files open would; then the project is copied to another
folder, and everything is asked once more: all must come from the cache. A file that is not proved is an error.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SHARES = (30, 25, 20, 12, 8, 5)  # per cent of the files, from the lowest layer to the highest
CALLEES = 3


def function(name, callees):
    declarations = "".join(f"int {callee}(int n);\n" for callee in callees)
    calls = "".join(f"  s += {callee}(n) > 0;\n" for callee in callees)
    return (f"#include <assert.h>\n{declarations}int {name}(int n) {{\n  int i = 0, s = 0;\n  if (n < 0 || n > 1000)\n"
            f"    return 0;\n  while (i < n) {{\n    i++;\n    s += 1;\n  }}\n  assert(s == n);\n{calls}  return s;\n}}\n")


def write_project(folder, files):
    """The names of the files without the suffix, by layer."""
    choice = random.Random(1)
    layers = []
    for number, share in enumerate(SHARES):
        names = [f"layer{number}_{i}" for i in range(max(files * share // 100, 1))]
        for name in names:
            below = layers[-1] if layers else []
            callees = choice.sample(below, min(CALLEES, len(below)))
            (folder / f"{name}.c").write_text(function(name, callees))
        layers.append(names)
    return layers


def write_database(folder, layers):
    commands = [{"directory": str(folder), "file": f"{name}.c", "command": f"cc -c {name}.c"}
                for names in layers for name in names]
    (folder / "compile_commands.json").write_text(json.dumps(commands))


def check(vouch, folder, name, cache, timeout):
    """Processor seconds, the verdict, and whether all of it was in the cache."""
    command = [vouch, "check", "--property", "assert", "--jobs", "1", "--timeout", str(timeout), "--cache", str(cache),
               "--format", "json", str(folder / f"{name}.c")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        output = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    report = json.loads(output)["files"][0]
    return used.ru_utime + used.ru_stime, report["verdict"], all(f["fromCache"] for f in report["functions"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the program")
    parser.add_argument("--files", type=int, default=1000, help="how many, about (default: 1000)")
    parser.add_argument("--timeout", type=int, default=30, help="seconds a file (default: 30)")
    parser.add_argument("--limit", type=float, default=0, help="processor seconds that a file may take (default: any)")
    options = parser.parse_args()
    vouch = str(pathlib.Path(options.vouch).resolve())
    problems = []
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary)
        folder, cache = root / "first", root / "cache"
        folder.mkdir()
        layers = write_project(folder, options.files)
        write_database(folder, layers)
        for number, names in enumerate(layers):
            seconds = []
            for name in names:
                spent, verdict, _ = check(vouch, folder, name, cache, options.timeout)
                seconds.append(spent)
                if verdict != "safe":
                    problems.append(f"{name}: {verdict}")
                elif options.limit and spent > options.limit:
                    problems.append(f"{name}: {spent:.2f} s")
            seconds.sort()
            print(f"layer {number}: {len(names):4} files, median {seconds[len(seconds) // 2]:.2f} s, "
                  f"longest {seconds[-1]:.2f} s", flush=True)
        second = root / "second"
        shutil.copytree(folder, second)
        write_database(second, layers)
        everything = [name for names in layers for name in names]
        spent, known = 0.0, 0
        for name in everything:
            seconds, _, is_known = check(vouch, second, name, cache, options.timeout)
            spent += seconds
            known += is_known
        print(f"a second checkout: {known} of {len(everything)} files from the cache, {spent / len(everything):.2f} s a file")
        if known < len(everything):
            problems.append("something was not found in the cache")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
