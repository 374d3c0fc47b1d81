#!/usr/bin/env python3
"""What an edit of one function costs in a file of many, with a cache (families.py has the files).

  family_edits.py --vouch build/release/bin/vouch --family chain --sizes 1000
  family_edits.py --vouch ... --family tree --sizes 25 --check

Each file is verified without anything known, then again, then with other texts of the function in the middle: one that means
the same, one with statements in another order, and one with another condition. A line each: processor time, seconds, and how many functions the cache did not know.
--check: exit status 1 if a verdict is wrong, or if more than the edited function was verified anew.
"""

import argparse
import pathlib
import re
import sys
import tempfile

import families

# What is replaced in the function in the middle, and by what; nothing: the file stays as it is.
EDITS = {"cold": None, "again": None, "text": ("s += 1;", "s = s + 1;"), "body": ("i++;\n    s += 1;", "s += 1;\n    i++;"),
         "contract": ("n > 1000", "n > 999")}
MOST_MISSES = {"cold": None, "again": 0, "text": 0, "body": 1, "contract": 1}


def edited(text, function, edit):
    if edit is None:
        return text
    begin = text.index(edit[0], text.index(f"int {function}(int n)"))
    return text[:begin] + edit[1] + text[begin + len(edit[0]):]


def measure(arguments, family, size):
    problems = 0
    with tempfile.TemporaryDirectory(prefix="vouch-edits-") as folder:
        path = pathlib.Path(folder) / "program.c"
        text = families.FAMILIES[family](size, False)
        for name, edit in EDITS.items():
            path.write_text(edited(text, f"f{size // 2}", edit))
            options = ["--stats", "--cache", pathlib.Path(folder) / "cache", *arguments.options]
            verdict, output, processor, seconds, _ = families.checked(arguments.vouch, path, options)
            misses = int(re.search(r"block misses\s+(\d+)", output).group(1))
            is_wrong = verdict != "safe" or (MOST_MISSES[name] is not None and misses > MOST_MISSES[name])
            problems += is_wrong
            print(f"{family:10} {size:5} {name:9} {verdict:8} {processor:9.2f} {seconds:8.2f} {misses:7}"
                  f"{'   not as expected' if is_wrong else ''}", flush=True)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", metavar="BINARY", required=True)
    parser.add_argument("--family", choices=["chain", "layered", "library", "tree"], action="append", help="default: all")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], required=True, metavar="N,N")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("options", nargs="*", metavar="OPTION", help="of vouch check, behind --")
    arguments = parser.parse_args()
    print(f"{'family':10} {'N':>5} {'edit':9} {'verdict':8} {'processor':>9} {'seconds':>8} {'misses':>7}")
    problems = 0
    for family in arguments.family or ["chain", "layered", "library", "tree"]:
        for size in arguments.sizes:
            problems += measure(arguments, family, size)
    return 1 if arguments.check and problems else 0


if __name__ == "__main__":
    sys.exit(main())
