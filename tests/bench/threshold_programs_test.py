#!/usr/bin/env python3
"""Tests of threshold_programs.py: its programs compile, and are what they are said to be about.

  threshold_programs_test.py --vouch build/release/bin/vouch
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("threshold_programs.py")
VOUCH = ""  # from the command line


class ThresholdPrograms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vouch-thresholds-")
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(folder.cleanup)
        subprocess.run([sys.executable, "-B", str(SCRIPT), folder.name], check=True)

    def verdict(self, name: str, *options: str, seconds: int = 10) -> str:
        run = subprocess.run([VOUCH, "check", "--property", "assert", "--executions", "off", "--timeout", str(seconds), "--format", "json",
                              *options, str(self.folder / f"{name}.c")], capture_output=True, text=True, check=False)
        return json.loads(run.stdout)["files"][0]["verdict"]

    def test_few_values_are_enough_where_no_loop_counts(self):
        for name in ("machine_1", "machine_2", "machine_8", "machine_bounded", "sum_200", "square"):
            self.assertEqual(self.verdict(name, "--analysis", "value"), "safe", name)

    def test_a_loop_that_an_input_bounds_needs_predicates(self):
        self.assertEqual(self.verdict("machine", "--analysis", "value", seconds=2), "unknown")
        self.assertEqual(self.verdict("machine", "--analysis", "value-threshold", "--value-threshold", "1", seconds=20), "safe")

    def test_without_a_folder_it_says_how_it_is_used(self):
        run = subprocess.run([sys.executable, "-B", str(SCRIPT)], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("FOLDER", run.stdout)


def main() -> int:
    global VOUCH
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    arguments, rest = parser.parse_known_args()
    VOUCH = str(pathlib.Path(arguments.vouch).resolve())
    return 0 if unittest.main(argv=[sys.argv[0], *rest], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
