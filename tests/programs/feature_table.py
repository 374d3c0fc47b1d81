#!/usr/bin/env python3
"""Writes the table of C's features from the annotated programs beside this file.

  feature_table.py [FILE]      on stdout, or compared with FILE: exit status 1 if that is not the same

A program says with `// feature: AREA: FEATURE` what it is about. The tests run every program and hold its verdict against
its first line, so the table says what is so.
"""

import collections
import pathlib
import sys

PROGRAMS = pathlib.Path(__file__).parent
HEADER = """# What Vouch knows of C

Made by `tests/programs/feature_table.py` from the programs in [tests/programs](../tests/programs/README.md), which are tests: every
*modelled* feature has programs about it that are proved, refuted, or both. *Over-approximated*: any value is possible, so that nothing
true is missed, but verdicts may be unknown. *Unsupported*: verdicts are unknown where such code can be reached, and only there.
"""


def expectations(program: pathlib.Path) -> dict:
    """The lines `// key: value` that the program begins with."""
    result = {}
    for line in program.read_text().splitlines():
        if not line.startswith("// ") or ": " not in line:
            break
        key, value = line[3:].split(": ", 1)
        result[key] = value
    return result


def treatment(programs: list) -> str:
    verdicts = {program["expect"] for program in programs}
    if verdicts != {"unknown"}:
        return "modelled"
    is_unsupported = any("unsupported" in program["reason"] for program in programs)
    return "unsupported" if is_unsupported else "over-approximated"


def table() -> str:
    areas = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in sorted(PROGRAMS.glob("*.c")):
        program = expectations(path)
        if "feature" in program:
            area, feature = program["feature"].split(": ", 1)
            areas[area][feature].append({**program, "name": path.stem})
    text = HEADER
    for area in sorted(areas):
        text += f"\n## {area}\n\n| feature | | programs |\n|---|---|---|\n"
        for feature, programs in sorted(areas[area].items()):
            links = ", ".join(f"[{program['name']}](../tests/programs/{program['name']}.c)" for program in programs)
            text += f"| {feature} | {treatment(programs)} | {links} |\n"
    return text


def main() -> int:
    if len(sys.argv) == 1:
        sys.stdout.write(table())
        return 0
    if pathlib.Path(sys.argv[1]).read_text() == table():
        return 0
    print(f"{sys.argv[1]} is not what tests/programs/feature_table.py writes; write it anew", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
