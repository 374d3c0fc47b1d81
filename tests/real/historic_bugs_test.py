#!/usr/bin/env python3
"""Tests of historic_bugs.py without the network: what counts as a bug that was found, and both sides of a fix.

  historic_bugs_test.py
"""

import argparse
import io
import pathlib
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

import historic_bugs
from historic_bugs import BUGS, HERE, Bug, Result, counts
from historic_sources import Archives, SourcesMissing

BEFORE = "int f(int *p) {\n  return *p;\n}\n"
AFTER = "int f(int *p) {\n  if (!p) return 0;\n  return *p;\n}\n"
PATCH = """It is used. Some license.

--- a/f.c
+++ b/f.c
@@ -1,3 +1,4 @@
 int f(int *p) {
+  if (!p) return 0;
   return *p;
 }
"""
# Reports the property and the line that the checked file names, if it does.
VOUCH = """#!{python}
import json, pathlib, sys
file = pathlib.Path(sys.argv[sys.argv.index("--") - 1])
tree = pathlib.Path(sys.argv[-1].removeprefix("-I")) / "f.c"
lines = tree.read_text().splitlines()
line = {{"property": "{kind}", "line": lines.index("  return *p;") + 1, "file": str(tree), "message": ""}}
is_violated = not any("if (!p)" in line for line in lines)
print(json.dumps({{"files": [{{"verdict": "violated" if is_violated else "safe", "functions": [],
                               "violations": [line] * is_violated}}]}}))
"""


class HistoricBugs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="historic-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "f.patch").write_text(PATCH)
        (self.folder / "f_main.c").write_text('#include "f.c"\nint main(void) { return f(0); }\n')

    def archive(self, text: str) -> pathlib.Path:
        path = self.folder / "f.tar"
        with tarfile.open(path, "w") as contents:
            member = tarfile.TarInfo("f-1.0/f.c")
            member.size = len(text)
            contents.addfile(member, io.BytesIO(text.encode()))
        return path

    def result(self, text: str, is_fixed: bool, kind: str = "null") -> Result:
        vouch = self.folder / "vouch"
        vouch.write_text(VOUCH.format(python=sys.executable, kind=kind))
        vouch.chmod(0o755)
        options = argparse.Namespace(vouch=str(vouch), folder=self.folder, timeout=5, only_kind=False,
                                     whole_files=False, verbose=False)
        bug = Bug("f", "null", "f", "f.tar", "", "f.c", "f", ("return *p;",), is_fixed=is_fixed)
        with mock.patch.object(historic_bugs, "HERE", self.folder):
            return Result(options, bug, self.archive(text))

    def test_the_fix_is_applied_or_taken_back(self):
        for text, is_fixed in ((BEFORE, False), (AFTER, True)):
            result = self.result(text, is_fixed)
            self.assertEqual((self.folder / "trees/f/before/f.c").read_text(), BEFORE)
            self.assertEqual((self.folder / "trees/f/after/f.c").read_text(), AFTER)
            self.assertEqual(set(counts([result]).values()), {1})
            self.assertIn("| found |", result.row())
            self.assertIn("| proved |", result.row())

    def test_another_property_at_the_line_is_not_the_bug(self):
        result = self.result(BEFORE, False, "bounds")
        self.assertEqual(set(counts([result]).values()), {0})
        self.assertIn("| other: 1 bounds |", result.row())

    def test_another_archive_than_expected_is_not_used(self):
        self.archive(BEFORE)
        with self.assertRaises(SourcesMissing):
            Archives(self.folder).get("f", "f.tar", "0" * 64)

    def test_every_bug_has_its_patch_with_a_header_and_its_program(self):
        for bug in BUGS:
            header = (HERE / f"{bug.name}.patch").read_text(encoding="latin-1").split("--- a/")[0]
            self.assertRegex(header, r"CVE-\d+-\d+", bug.name)
            self.assertRegex(header, "[Ll]icense", bug.name)
            self.assertIn("int main(void)", (HERE / f"{bug.name}_main.c").read_text())


if __name__ == "__main__":
    unittest.main()
