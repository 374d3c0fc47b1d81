#!/usr/bin/env python3
"""Tests of real_code.py without a network and without Vouch: the table of projects, runs of a program that stands for Vouch, rows."""

import contextlib
import io
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

import file_runs
import real_code
import sources
import tables
from projects import PROJECTS, DebianSource, NpmSource, Project

LIMITS = file_runs.Limits(seconds=5, memory=1000)
FEWEST_PROJECTS = 15


def function(name: str, verdict: str, **more) -> dict:
    return {"name": name, "line": 1, "verdict": verdict, **more}


def violation(line: int, **more) -> dict:
    return {"property": "assert", "message": "it can fail", "function": "f", "file": "lib/a.c", "line": line, "column": 3, **more}


def file_run(functions: list, violations: list = (), path: str = "lib/a.c", **more) -> file_runs.FileRun:
    return file_runs.FileRun(pathlib.Path(path), {"functions": functions, "violations": list(violations), **more}, 1.5, 40, ())


class Table(unittest.TestCase):
    def test_there_are_enough_projects_in_order(self):
        self.assertGreaterEqual(len(PROJECTS), FEWEST_PROJECTS)
        self.assertEqual(list(PROJECTS), sorted(PROJECTS))

    def test_sources_have_a_version_and_a_hash(self):
        for name, project in PROJECTS.items():
            with self.subTest(name):
                self.assertRegex(project.source.package, r"^[a-z0-9][a-z0-9.+-]+$")
                self.assertRegex(project.source.version, r"^(\d+:)?\d[\w.+~-]*$")
                self.assertRegex(project.source.sha256, r"^[0-9a-f]{64}$")

    def test_no_source_is_there_twice(self):
        hashes = [project.source.sha256 for project in PROJECTS.values()]
        self.assertEqual(len(hashes), len(set(hashes)))

    def test_paths_stay_below_their_folder(self):
        for name, project in PROJECTS.items():
            self.assertTrue(project.files, name)
            for path in (*project.files, *project.without, *project.includes, *project.written):
                with self.subTest(f"{name}: {path}"):
                    self.assertFalse(pathlib.PurePosixPath(path).is_absolute())
                    self.assertNotIn("..", pathlib.PurePosixPath(path).parts)

    def test_only_c_is_checked_and_only_headers_are_written(self):
        for name, project in PROJECTS.items():
            self.assertTrue(all(path.endswith(".c") for path in project.files), name)
            for path, text in project.written.items():
                self.assertTrue(path.endswith(".h"), name)
                self.assertTrue(all(re.match(r"#(define|include) |extern ", line) for line in text.splitlines()), text)


class Folder(unittest.TestCase):
    """Tests with a folder of their own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vouch-real-code-"))
        self.addCleanup(shutil.rmtree, self.folder)


class Fetching(Folder):
    def test_archives_are_named_as_they_are_fetched(self):
        self.assertEqual(sources.stem_of(DebianSource("zlib", "1:1.2.13.dfsg-1", "")), "zlib_1.2.13.dfsg-1")
        self.assertEqual(sources.stem_of(NpmSource("lmdb", "3.5.6", "")), "lmdb-3.5.6")

    def test_a_changed_archive_is_refused(self):
        source = NpmSource("lib", "1.0", 64 * "0")
        (self.folder / "archives").mkdir()
        (self.folder / "archives/lib-1.0.tgz").write_bytes(b"something else")
        with self.assertRaisesRegex(sources.SourceError, "lib-1.0.tgz has the SHA-256 [0-9a-f]{64}, not 0{64}"):
            sources.Sources(self.folder).unpacked(source)

    def test_what_is_unpacked_takes_no_programs(self):
        source = NpmSource("lib", "1.0", "")
        (self.folder / "unpacked/lib-1.0").mkdir(parents=True)
        self.assertEqual(sources.missing_programs(source, self.folder), [])

    def test_a_program_that_fails_or_is_missing_is_an_error_with_its_words(self):
        with self.assertRaisesRegex(sources.SourceError, "status 3: no such thing"):
            sources.run([sys.executable, "-c", "import sys; print('no such thing', file=sys.stderr); sys.exit(3)"], self.folder)
        with self.assertRaisesRegex(sources.SourceError, "there is no vouch-has-no-such-program here"):
            sources.run(["vouch-has-no-such-program"], self.folder)

    def test_headers_are_written_anew(self):
        project = Project(NpmSource("lib", "1.0", ""), ("a.c",), written={"part/config.h": "#define A 1\n"})
        kept = sources.Sources(self.folder)
        stale = kept.written("lib", project) / "old.h"
        stale.touch()
        self.assertEqual((kept.written("lib", project) / "part/config.h").read_text(), "#define A 1\n")
        self.assertFalse(stale.exists())


class Files(Folder):
    def test_each_pattern_has_to_match(self):
        for name in ("a.c", "b.c", "main.c"):
            (self.folder / name).touch()
        project = Project(NpmSource("lib", "1.0", ""), ("*.c",), without=("main.c",))
        self.assertEqual([path.name for path in real_code.files_of(project, self.folder)], ["a.c", "b.c"])
        with self.assertRaisesRegex(sources.SourceError, "there is no src/"):
            real_code.files_of(Project(NpmSource("lib", "1.0", ""), ("*.c", "src/*.c")), self.folder)


class Runs(Folder):
    def run_of(self, program: str) -> file_runs.FileRun:
        """What comes of a file if this Python program stands for Vouch."""
        return file_runs.check_file([sys.executable, "-c", program], self.folder / "a.c", [], LIMITS)

    def test_a_report_is_taken_as_it_is(self):
        report = {"files": [{"functions": [function("f", "safe")], "violations": []}], "statistics": {"peakMemoryMiB": 7}}
        run = self.run_of(f"print({json.dumps(report)!r})")
        self.assertEqual((run.complaints, run.peak, len(run.functions())), ((), 7, 1))

    def test_what_does_not_compile_is_a_complaint(self):
        run = self.run_of("import sys; print('a.c:1:2: error: no header\\n1 error', file=sys.stderr); sys.exit(2)")
        self.assertEqual(run.complaints, ("does not compile: a.c:1:2: error: no header",))

    def test_a_crash_is_a_complaint(self):
        run = self.run_of("import os; os.abort()")
        self.assertIn("exit status -6", run.complaints[0])
        self.assertIn("no report", run.complaints[1])

    def test_missing_verdicts_reasons_and_limits_are_complaints(self):
        report = {"functions": [function("f", "unknown"), {"name": "g"}, function("h", "unknown", reason="internal error: no")]}
        self.assertEqual(file_runs.complaints_about(report, 9.0, 1200, LIMITS),
                         ["took 9.0 s", "took 1200 MiB", "no reason for f", "no verdict for g", "internal error: no"])
        self.assertEqual(file_runs.complaints_about({"functions": [function("f", "safe")]}, 5.5, 1000, LIMITS), [])


class Printing(Folder):
    def setUp(self):
        super().setUp()
        (self.folder / "a.c").write_text("".join(f"line {number}\n" for number in range(1, 11)))
        self.path = str(self.folder / "a.c")

    def row(self, functions: list, violations: list = (), **more) -> str:
        return tables.row("lib", "1.0", [file_run(functions, violations, self.path, **more)])

    def test_a_row_counts_what_is_decided_and_what_is_found(self):
        functions = [function("f", "safe"), function("g", "violated"), function("h", "unknown", reason="timeout")]
        violations = [violation(1), violation(2), violation(3, property="null")]
        self.assertEqual(self.row(functions, violations),
                         "| lib | 1.0 | 1 | 10 | 3 | 2 (67 %) | 0 (0 %) | 2 assert, 1 null | 2 | 40 |")

    def test_what_is_left_to_callers_is_counted_apart(self):
        functions = [function("f", "safe"), function("g", "unknown", reason="depends on callers", leftToCallers=True)]
        self.assertIn("| 2 | 1 (50 %) | 1 (50 %) | 0 |", self.row(functions))

    def test_functions_without_checks_do_not_count_if_the_report_says_so(self):
        functions = [function("f", "safe", checks={"total": 0}), function("g", "unknown", reason="timeout", checks={"total": 2})]
        self.assertIn("| 1 | 0 (0 %) | 0 (0 %) | 0 |", self.row(functions))
        self.assertIn("| 0 | 0 | 0 | 0 |", self.row(functions[:1]))

    def test_kinds_of_findings_count_if_the_report_has_them(self):
        violations = [violation(1, kind="can-happen"), violation(2, kind="only-if-caller"), violation(3, kind="can-happen")]
        self.assertIn("| 2 can-happen, 1 only-if-caller |", self.row([function("f", "violated")], violations))

    def test_a_file_of_which_nothing_is_known_is_seen(self):
        self.assertIn("| 1, 1 of them open |", self.row([], verdict="unknown", reason="timeout"))
        self.assertIn("| 1 | 10 | 0 |", self.row([], verdict="safe"))

    def test_rows_have_the_columns_of_the_table(self):
        self.assertEqual(self.row([function("f", "safe")]).count("|"), tables.HEADER.splitlines()[0].count("|"))

    def test_a_sample_depends_on_the_seed_only_and_has_nothing_twice(self):
        run = tables.ProjectRun("lib", "1.0", [file_run([], [violation(line) for line in range(20)]) for _ in range(2)])
        first = [finding.place() for finding in tables.sample([run], 5, 1)]
        self.assertEqual(first, [finding.place() for finding in tables.sample([run], 5, 1)])
        self.assertNotEqual(first, [finding.place() for finding in tables.sample([run], 5, 2)])
        self.assertEqual(len(tables.sample([run], 100, 1)), 20)

    def test_a_finding_is_printed_with_the_lines_around_it(self):
        for line, numbers in ((5, range(2, 9)), (1, range(1, 5)), (10, range(7, 11))):
            with contextlib.redirect_stdout(io.StringIO()) as output:
                tables.print_finding(tables.Finding("lib", violation(line, file=self.path)), self.folder)
            text = output.getvalue()
            self.assertIn(f"lib: a.c:{line}: f: it can fail [assert]", text)
            self.assertEqual(re.findall(r"^. +(\d+) line", text, re.M), [str(number) for number in numbers])
            self.assertIn(f"> {line:6} line {line}\n", text)


if __name__ == "__main__":
    unittest.main()
