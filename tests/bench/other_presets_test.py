#!/usr/bin/env python3
"""Tests of other_presets.py: another verdict than expected is noticed, an open one is none.

  other_presets_test.py --vouch build/release/bin/vouch
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("other_presets.py")
VOUCH = ""  # from the command line

PROGRAM = "#include <assert.h>\nint main(void) {{ int x = 0; for (int i = 0; i < {rounds}; i++) x++; assert(x == {end}); }}\n"


class OtherPresets(unittest.TestCase):
    def compare(self, header: str, rounds: int, end: int, timeout: str = "5"):
        with tempfile.TemporaryDirectory(prefix="vouch-presets-") as folder:
            (pathlib.Path(folder) / "a.c").write_text(header + PROGRAM.format(rounds=rounds, end=end))
            return subprocess.run([sys.executable, "-B", str(SCRIPT), "--vouch", VOUCH, "--timeout", timeout, "--with",
                                   "--analysis value --executions off", folder], capture_output=True, text=True, check=False)

    def test_what_is_expected_is_no_contradiction(self):
        done = self.compare("// expect: violated\n", 3, 4)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1 violated", done.stdout)

    def test_another_verdict_is(self):
        for expected, end in (("safe", 4), ("violated", 3)):
            done = self.compare(f"// expect: {expected}\n", 3, end)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(f"a.c: expected {expected}, with", done.stdout)

    def test_options_of_the_program_give_way(self):
        done = self.compare("// expect: violated\n// options: --analysis default --executions on\n", 3, 3)
        self.assertIn("expected violated, with", done.stdout)

    def test_what_stays_open_is_none_and_compares_nothing(self):
        done = self.compare("// expect: safe\n", 100000000, 100000000, "0.3")
        self.assertIn("1 unknown", done.stdout)
        self.assertNotIn("expected", done.stdout)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--vouch", required=True)
    arguments, rest = parser.parse_known_args()
    VOUCH = arguments.vouch
    unittest.main(argv=[sys.argv[0], *rest])
