#!/usr/bin/env python3
"""What the cache costs a first run, and what it saves a second one, of unchanged files, each run in a fresh process.

  cache_overhead.py --vouch build/release/bin/vouch --runs 5 tests/programs
  cache_overhead.py --vouch ... --timeout 10 --list tasks.txt       lines "FILE [OPTIONS OF vouch check]"

Each file is verified without a cache, with an empty one, and with the one that is then filled, in turns; its figures
are the medians over --runs. Files that a run does not decide are left out.
"""

import argparse
import concurrent.futures
import pathlib
import statistics
import sys
import tempfile

from edits import DECIDED, files_of, percentile, run_vouch


def measured(options, path: pathlib.Path, extra: list):
    """Runs without, cold and warm, or None if one of them is not decided or says something else than the others."""
    without, cold, warm = [], [], []
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory(prefix="vouch-overhead-") as cache:
            without.append(run_vouch(options, path, "off", extra))
            cold.append(run_vouch(options, path, cache, extra))
            warm.append(run_vouch(options, path, cache, extra))
        verdicts = {run.verdict for run in (without[-1], cold[-1], warm[-1])}
        if len(verdicts) > 1 or not verdicts <= set(DECIDED):
            print(f"without {path}: {', '.join(sorted(verdicts))}", flush=True)
            if verdicts >= set(DECIDED):
                raise SystemExit(f"{path}: a wrong verdict")
            return None
    return without, cold, warm


def print_ratio(title: str, numerators: list, denominators: list):
    ratios = [above / max(below, 1e-3) for above, below in zip(numerators, denominators)]
    print(f"{title}: of the sums {100 * sum(numerators) / sum(denominators):.1f} %, "
          f"median {100 * statistics.median(ratios):.1f} %, 90th percentile {100 * percentile(ratios, 0.9):.1f} %")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="C files or folders")
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--list", type=pathlib.Path, help="a file with lines 'FILE [OPTIONS]'")
    parser.add_argument("--runs", type=int, default=5, help="of each file and kind")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for each run")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--options", default="", help="further options of `vouch check`")
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = [runs for runs in pool.map(lambda file: measured(options, *file), files_of(options)) if runs]
    if not found:
        sys.exit("cache_overhead.py: no file was decided")
    print(f"{len(found)} files, medians of {options.runs} runs; all warm runs answered from the cache: "
          f"{sum(all(run.is_answered_from_cache for run in warm) for _, _, warm in found)} files")
    for name, seconds in (("time", lambda run: run.wall), ("processor time", lambda run: run.cpu)):
        without, cold, warm = ([statistics.median(seconds(run) for run in runs[kind]) for runs in found]
                               for kind in range(3))
        print(f"{name}: without {sum(without):.2f} s, cold {sum(cold):.2f} s, warm {sum(warm):.2f} s")
        print_ratio("  cold / without", cold, without)
        print_ratio("  warm / cold", warm, cold)
    return 0


if __name__ == "__main__":
    sys.exit(main())
