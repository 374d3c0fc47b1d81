#!/usr/bin/env python3
"""Examines docs/ci/vouch_report.py: what it makes of reports that are made up here. `report_test.py [unittest's arguments]`"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from reports import badge_of

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "docs/ci/vouch_report.py"


def function(verdict="safe", checks=3):
    return {"name": "f", "verdict": verdict, "checks": {"total": checks, "open": 0}}


def file(*functions, verdict="safe", **others):
    return {"path": "src/a.c", "verdict": verdict, "functions": list(functions), **others}


def result(**others):
    place = {"artifactLocation": {"uri": "src/a.c"}, "region": {"startLine": 7}}
    return {"ruleId": "assert", "level": "error", "message": {"text": 'assertion "a | b" can\nfail'}, "suppressions": [],
            "locations": [{"physicalLocation": place}], "partialFingerprints": {"vouchViolation/v1": "abc"}, **others}


ACCEPTED = result(suppressions=[{"kind": "inSource"}], baselineState="new")


class Report(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)

    def judge(self, files, results=(), *options, since=True):
        """Exit status and output."""
        report = {"files": files, **({"since": {}} if since else {})}
        return self.judge_texts(json.dumps(report), json.dumps({"runs": [{"results": list(results)}]}), *options)

    def judge_texts(self, report, log, *options):
        (self.folder / "r.json").write_text(report)
        (self.folder / "r.sarif").write_text(log)
        done = subprocess.run([sys.executable, "-B", SCRIPT, "r.json", "r.sarif", "--badge", "badge", "--alerts", "alerts", "--summary", "summary",
                               "--code-quality", "quality", *options], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def badge(self, files, results=()):
        self.judge(files, results)
        return badge_of((self.folder / "badge").read_text())

    def test_green_is_only_what_is_proved_altogether(self):
        self.assertEqual(self.badge([file(function(), function())]), ("2 of 2 proved", "brightgreen"))
        self.assertEqual(self.badge([file(function(), function("unknown"))]), ("1 of 2 proved", "yellow"))
        self.assertEqual(self.badge([file(function()), file(verdict="unknown", reason="timeout")]), ("1 of 1 proved", "yellow"))
        self.assertEqual(self.badge([file(function()), file(verdict="unknown", reason="does not compile")]), ("1 file cannot be compiled", "orange"))
        self.assertEqual(self.badge([file(function("violated"))], [result()]), ("1 violation, 0 of 1 proved", "red"))
        self.assertEqual(self.badge([file(function("violated"))], [ACCEPTED]), ("0 of 1 proved, 1 accepted", "yellow"))
        self.assertEqual(self.badge([file(function("violated"))], [ACCEPTED, result(baselineState="unchanged")])[1], "red")

    def test_nothing_is_never_green(self):
        for files in [[], [file()], [file(function(checks=0))]]:
            self.assertEqual(self.badge(files), ("nothing to check", "lightgrey"))
        self.assertEqual(self.badge([file(verdict="unknown", reason="timeout")]), ("undecided", "yellow"))

    def test_only_what_is_new_fails(self):
        violated = [file(function("violated"), verdict="violated")]
        self.assertEqual(self.judge(violated, [result(baselineState="unchanged")])[0], 0)
        self.assertEqual(self.judge(violated, [result(baselineState="unchanged"), result(baselineState="new")])[0], 1)
        self.assertEqual(self.judge(violated, [result()], since=False)[0], 1, "without an earlier report everything is new")
        self.assertEqual(self.judge(violated, [ACCEPTED])[0], 0)
        past = [result(kind="pass", baselineState="absent"), result(kind="open", baselineState="updated")]
        self.assertEqual(self.judge([file(function())], past)[0], 0)

    def test_what_was_not_looked_at_fails(self):
        self.assertEqual(self.judge([])[0], 2)
        self.assertEqual(self.judge([file(function()), file(verdict="unknown", reason="does not compile")])[0], 2)
        for report, log in [("", "{}"), ("{}", '{"runs": [{"results": []}]}'), ('{"files": []}', ""), ('{"files": []}', '{"runs": 7}'), ("[]", "[]")]:
            status, output = self.judge_texts(report, log)
            self.assertEqual(status, 2, report)
            self.assertIn("is no report of `vouch check", output)

    def test_undecided_fails_if_it_shall(self):
        undecided = [file(function("unknown"), verdict="unknown", reason="timeout")]
        self.assertEqual(self.judge(undecided)[0], 0)
        self.assertEqual(self.judge(undecided, (), "--strict")[0], 3)
        self.assertEqual(self.judge([file(function())], (), "--strict")[0], 0)

    def test_services_get_violations_and_nothing_else(self):
        old = result(baselineState="unchanged")
        self.judge([file(function("violated"))], [old, ACCEPTED, result(kind="pass"), result(kind="open")])
        self.assertEqual(json.loads((self.folder / "alerts").read_text())["runs"][0]["results"], [old])
        self.assertEqual([(one["fingerprint"], one["location"]["lines"]["begin"]) for one in json.loads((self.folder / "quality").read_text())],
                         [("abc", 7)])

    def test_texts_do_not_break_what_they_stand_in(self):
        _, output = self.judge([file(function("violated"))], [result()], "--annotations")
        self.assertIn('::error file=src/a.c,line=7::assertion "a | b" can%0Afail\n', output)
        rows = [line for line in (self.folder / "summary").read_text().splitlines() if line.startswith("| new")]
        self.assertEqual(rows, ['| new | `src/a.c:7` | assertion "a \\| b" can fail (assert) |'])


if __name__ == "__main__":
    unittest.main(verbosity=2)
