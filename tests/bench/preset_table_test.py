#!/usr/bin/env python3
"""Tests of preset_table.py: what is decided is counted, another verdict than expected is noticed.

  preset_table_test.py --vouch build/release/bin/vouch
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("preset_table.py")
VOUCH = ""  # from the command line

PROGRAM = "#include <assert.h>\nint main(void) {{ int x = 0; for (int i = 0; i < {rounds}; i++) x++; assert(x == {end}); }}\n"
HEADER = "task\tcategory\texpected\tdata_model\n"


class PresetTable(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vouch-table-")
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(folder.cleanup)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return str(self.folder / name)

    def run_script(self, *arguments: str):
        return subprocess.run([sys.executable, "-B", str(SCRIPT), "--vouch", VOUCH, "--timeout", "5", *arguments],
                              capture_output=True, text=True, check=False)

    def tasks(self, expected: str) -> str:
        self.write("a.c", PROGRAM.format(rounds=3, end=3))
        self.write("b.c", PROGRAM.format(rounds=4, end=3))
        return self.write("tasks.tsv", f"{HEADER}a.c\tcounters\t{expected}\tLP64\nb.c\tothers\tfalse\tILP32\n")

    def test_presets_stand_side_by_side(self):
        done = self.run_script("--tasks", self.tasks("true"), "--preset", "value --executions off", "--preset", "constants")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "|  | tasks | `value --executions off` | `constants` |")
        self.assertIn("| counters | 1 | 1 | 0 |", lines)
        self.assertIn("| all | 2 | 2 | 0 |", lines)

    def test_states_are_those_of_what_all_decide(self):
        done = self.run_script("--tasks", self.tasks("true"), "--preset", "value --executions off", "--preset", "default")
        states = next(line for line in done.stdout.splitlines() if line.startswith("| states"))
        self.assertRegex(states, r"\| 2 \| [1-9]\d* \| \d+ \|")

    def test_another_verdict_than_expected_is_said(self):
        done = self.run_script("--tasks", self.tasks("false"), "--preset", "value")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("a.c: safe, expected violated", done.stderr)
        self.assertIn("| all | 2 | 1 |", done.stdout)

    def test_a_category_and_annotated_programs(self):
        done = self.run_script("--tasks", self.tasks("true"), "--category", "others", "--preset", "value")
        self.assertNotIn("counters", done.stdout)
        self.write("c.c", "// expect: safe\n" + PROGRAM.format(rounds=2, end=2))
        done = self.run_script("--preset", "value", str(self.folder / "c.c"))
        self.assertIn("| annotated programs | 1 | 1 |", done.stdout)

    def test_what_is_known_is_not_run_again(self):
        table = self.tasks("true")
        known = self.folder / "known.tsv"
        arguments = ["--tasks", table, "--results", str(known), "--preset", "constants"]
        self.run_script(*arguments)
        lines = known.read_text().splitlines()
        self.assertEqual(len(lines), 2)
        known.write_text(lines[0].replace("unknown", "safe") + "\n")
        done = self.run_script(*arguments, "--preset", "value")
        self.assertIn("| counters | 1 | 1 | 1 |", done.stdout)
        self.assertEqual(len(known.read_text().splitlines()), 4)

    def test_nothing_to_verify_is_a_mistake(self):
        self.assertEqual(self.run_script("--preset", "value").returncode, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--vouch", required=True)
    options, rest = parser.parse_known_args()
    VOUCH = options.vouch
    unittest.main(argv=[sys.argv[0], *rest])
