#!/usr/bin/env python3
"""Draws how time and memory of the families of families.py grow with N, the presets beside each other, with gnuplot.

  draw_families.py --vouch build/release/bin/vouch --svg docs/images/families.svg
  draw_families.py --vouch ... --sizes 2,4,8 --family chain --preset "--analysis predicate --blocks functions" --svg chain.svg

A line ends before the first size that is not decided within the time. Every verdict that is wrong is an error.
"""

import argparse
import pathlib
import shlex
import shutil
import subprocess
import sys

import families

PRESETS = ["", "--analysis predicate", "--analysis predicate --blocks functions", "--analysis value"]
SIZES = [2, 5, 10, 20, 50, 100, 200, 500, 1000]
SKIPPED = 77


def measured(vouch, family, sizes, options, seconds):
    """Pairs of N with processor seconds and MiB, up to the first one that is not decided. None: a verdict was wrong."""
    rows = []
    for size in sizes:
        verdict, processor, _, mib = families.measured(vouch, families.FAMILIES[family](size, False),
                                                       [*options, "--timeout", str(seconds), "--jobs", "1"])
        print(f"{family} {size} {shlex.join(options)}: {verdict}, {processor:.2f} s, {mib} MiB", flush=True)
        if verdict == "violated":
            return None
        if verdict != "safe":
            break
        rows.append((size, processor, mib))
    return rows


def name_of(options):
    return shlex.join(options) if options else "default"


def style_of(family):
    """The same in all panels."""
    number = list(families.FAMILIES).index(family) + 1
    return f"with linespoints linetype {number} title '{family}' noenhanced"


def range_of(panels, row):
    """Of all values of a row, with some air."""
    values = [value[row] for _, lines in panels for _, rows in lines for value in rows] or [1]
    return f"[{min(values) / 2:g}:{max(values) * 2:g}]"


def script_of(panels, svg):
    """What gnuplot is told: a row for time, a row for memory, a column for each preset and one for the names."""
    lines = [f"set terminal svg size {320 * len(panels) + 160},640 font 'sans-serif,11' background '#ffffff'",
             f"set output '{svg}'", f"set multiplot layout 2,{len(panels) + 1}", "set logscale xy", "set xlabel 'N'",
             "set grid"]
    known = sorted({family for _, rows in panels for family, _ in rows}, key=list(families.FAMILIES).index)
    for row, unit in ((1, "processor seconds"), (2, "MiB")):
        lines += [f"set ylabel '{unit}'", f"set yrange {range_of(panels, row)}", "unset key"]
        for name, lines_of_panel in panels:
            plots = ["1/0 notitle"]
            for number, (family, values) in enumerate(lines_of_panel):
                lines += [f"$data{number} << EOD", *(f"{value[0]} {value[row]}" for value in values), "EOD"]
                plots.append(f"$data{number} using 1:2 {style_of(family)}")
            lines += [f"set title '{name}' noenhanced", "set xrange [1:1500]", "plot " + ", ".join(plots)]
        if row == 1:
            lines += ["set key center left", "unset border", "unset tics", "unset xlabel", "unset ylabel", "unset title",
                      "plot " + ", ".join(f"1/0 {style_of(family)}" for family in known),
                      "set border", "set tics", "set xlabel 'N'"]
    return "\n".join([*lines, "unset multiplot", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", metavar="BINARY", required=True)
    parser.add_argument("--svg", metavar="FILE", type=pathlib.Path, required=True)
    parser.add_argument("--family", choices=sorted(families.FAMILIES), action="append", help="default: all")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")], default=SIZES, metavar="N,N")
    parser.add_argument("--preset", action="append", metavar="OPTIONS", help="of vouch check; default: four of them")
    parser.add_argument("--timeout", type=int, default=30, metavar="SECONDS", help="for each program; default: %(default)s")
    arguments = parser.parse_args()
    if shutil.which("gnuplot") is None:
        print("skipped: there is no gnuplot here", file=sys.stderr)
        return SKIPPED
    panels = []
    for preset in arguments.preset or PRESETS:
        options = shlex.split(preset)
        lines = []
        for family in arguments.family or families.FAMILIES:
            rows = measured(arguments.vouch, family, sorted(arguments.sizes), options, arguments.timeout)
            if rows is None:
                print(f"wrong: {family} is safe", file=sys.stderr)
                return 1
            if rows:
                lines.append((family, rows))
        panels.append((name_of(options), lines))
    subprocess.run(["gnuplot"], input=script_of(panels, arguments.svg), text=True, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
