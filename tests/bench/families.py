#!/usr/bin/env python3
"""Families of programs that grow with N, and how time and memory grow with them.

  families.py --print --family diamond --sizes 20                               prints one program
  families.py --vouch build/release/bin/vouch --sizes 2,4,8                     measures all, a line for each
  families.py --vouch ... --family chain --sizes 5,10 --violated -- --blocks functions

Each is what some real code is made of: helpers that are called twice, long chains, libraries of functions that have nothing to
do with each other. With --violated an assertion is off by one where the values come from. Behind -- are options of vouch check.
A verdict that is wrong is an error; what is not decided is one with --decided only.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time


def clamp(violated):
    limit = 101 if violated else 100
    return (f"static int f0(int x) {{\n  if (x < 0)\n    return 0;\n  if (x > 100)\n    return {limit};\n  return x;\n}}\n")


def clamp_in_a_loop(violated):
    limit = 101 if violated else 100
    return ("static int f0(int x) {\n  int i = 0;\n"
            f"  while (i < x && i < {limit})\n    i++;\n  return i;\n}}\n")


def main_of(call):
    return ("extern int __VERIFIER_nondet_int(void);\n#include <assert.h>\n", "int main(void) {\n"
            f"  int r = {call};\n  assert(r >= 0 && r <= 100);\n  return 0;\n}}\n")


def diamond(size, violated, first=clamp):
    """Each function calls the one before it twice."""
    head, main = main_of(f"f{size}(__VERIFIER_nondet_int())")
    body = "".join(f"static int f{i}(int x) {{ return f{i - 1}(f{i - 1}(x)); }}\n" for i in range(1, size + 1))
    return head + first(violated) + body + main


def diamond_loop(size, violated):
    return diamond(size, violated, clamp_in_a_loop)


def passing(size, violated):
    """A chain of functions that only pass a value on."""
    head, main = main_of(f"f{size}(__VERIFIER_nondet_int())")
    body = "".join(f"static int f{i}(int x) {{ return f{i - 1}(x); }}\n" for i in range(1, size + 1))
    return head + clamp(violated) + body + main


def counting(name, limit, then):
    return (f"int {name}(int n) {{\n  int i = 0, s = 0;\n  if (n < 0 || n > 1000)\n    return 0;\n"
            f"  while (i < n) {{\n    i++;\n    s += 1;\n  }}\n  assert(s == n{limit});\n{then}  return s;\n}}\n")


def chain(size, violated):
    """A chain with a loop and an assertion in each function."""
    text = "#include <assert.h>\n" + counting("f0", " + 1" if violated else "", "")
    for i in range(1, size):
        text += counting(f"f{i}", "", f"  s = f{i - 1}(n);\n")
    return text


def library(size, violated):
    """Functions that have nothing to do with each other."""
    return "#include <assert.h>\n" + "".join(
        counting(f"f{i}", " + 1" if violated and i == 0 else "", "") for i in range(size))


def layered(size, violated):
    """Each function calls the three before it."""
    text = "#include <assert.h>\n"
    for i in range(size):
        calls = "".join(f"  s += f{j}(n) > 0;\n" for j in range(max(0, i - 3), i))
        text += counting(f"f{i}", " + 1" if violated and i == 0 else "", calls)
    return text


def tree(size, violated):
    """Each function calls three others that nobody else calls."""
    text = "#include <assert.h>\n"
    for i in reversed(range(size)):
        calls = "".join(f"  s += f{j}(n) > 0;\n" for j in range(3 * i + 1, 3 * i + 4) if j < size)
        text += counting(f"f{i}", " + 1" if violated and i == size - 1 else "", calls)
    return text


def mutual(size, violated):
    """Pairs of functions that call each other."""
    text = "extern int __VERIFIER_nondet_int(void);\n#include <assert.h>\n"
    for i in range(size):
        text += (f"static int odd{i}(int n);\nstatic int even{i}(int n) {{ return n <= 0 ? {i} : odd{i}(n - 1); }}\n"
                 f"static int odd{i}(int n) {{ return n <= 0 ? {i + 1} : even{i}(n - 1); }}\n")
    text += "int main(void) {\n  int n = __VERIFIER_nondet_int();\n"
    for i in range(size):
        text += f"  int r{i} = even{i}(n);\n  assert(r{i} >= {i} && r{i} <= {i if violated and i == 0 else i + 1});\n"
    return text + "  return 0;\n}\n"


FAMILIES = {"diamond": diamond, "diamond-loop": diamond_loop, "passing": passing, "chain": chain, "library": library,
            "layered": layered, "tree": tree, "mutual": mutual}


def checked(vouch, path, options):
    """The verdict of `program.c`, all that was printed, processor seconds, seconds, and MiB."""
    start = time.monotonic()
    with subprocess.Popen([vouch, "check", "--property", "assert", *options, path], stdout=subprocess.PIPE,
                          text=True) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    verdict = re.search(r"^.*program\.c: (safe|violated|unknown)", output, re.MULTILINE)
    return (verdict.group(1) if verdict else "none", output, usage.ru_utime + usage.ru_stime, seconds,
            usage.ru_maxrss // 1024)


def measured(vouch, text, options):
    """The verdict of one program, processor seconds, seconds, and MiB."""
    with tempfile.TemporaryDirectory(prefix="vouch-families-") as folder:
        path = pathlib.Path(folder) / "program.c"
        path.write_text(text)
        verdict, _, processor, seconds, mib = checked(vouch, path, options)
    return verdict, processor, seconds, mib


def measure(arguments):
    contradictions = 0
    expected = "violated" if arguments.violated else "safe"
    print(f"{'family':14} {'N':>5} {'verdict':9} {'processor s':>11} {'s':>7} {'MiB':>5}")
    for family in arguments.family or FAMILIES:
        for size in arguments.sizes:
            text = FAMILIES[family](size, arguments.violated)
            verdict, processor, seconds, mib = measured(arguments.vouch, text, arguments.options)
            is_wrong = verdict != expected and (arguments.decided or verdict != "unknown")
            contradictions += is_wrong
            print(f"{family:14} {size:5} {verdict:9} {processor:11.2f} {seconds:7.2f} {mib:5}"
                  f"{'   expected: ' + expected if is_wrong else ''}", flush=True)
    return 1 if contradictions else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", choices=sorted(FAMILIES), action="append", help="default: all")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], required=True, metavar="N,N")
    parser.add_argument("--violated", action="store_true")
    parser.add_argument("--decided", action="store_true", help="unknown is an error, too")
    parser.add_argument("--vouch", metavar="BINARY")
    parser.add_argument("--print", action="store_true", help="print the programs instead of verifying them")
    parser.add_argument("options", nargs="*", metavar="OPTION", help="of vouch check")
    arguments = parser.parse_args()
    if arguments.print:
        for family in arguments.family or FAMILIES:
            for size in arguments.sizes:
                sys.stdout.write(FAMILIES[family](size, arguments.violated))
        return 0
    if not arguments.vouch:
        parser.error("--vouch or --print is needed")
    return measure(arguments)


if __name__ == "__main__":
    sys.exit(main())
