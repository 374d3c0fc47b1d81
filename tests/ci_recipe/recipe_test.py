#!/usr/bin/env python3
"""Runs the recipes of docs/ci as GitHub and GitLab would, for a small project: from the installation to the badge.

  recipe_test.py --vouch BINARY | --packages FOLDER [unittest's arguments]

BINARY is put into a package that has nothing else; FOLDER has those of scripts/package.
"""
import argparse
import os
import pathlib
import re
import sys
import unittest

try:
    import yaml  # noqa: F401, to see whether this Python has it
except ImportError:
    if pathlib.Path(sys.executable).resolve() != pathlib.Path("/usr/bin/python3").resolve():
        os.execv("/usr/bin/python3", ["/usr/bin/python3", "-B", *sys.argv])  # for which Debian's packages are
    sys.exit("python3-yaml is not installed; scripts/setup does it")

import github
import gitlab
from small_project import (BROKEN_START, CLAIM, FULL, LATE, PUSH, PUSH_WITH_COMMENT, RECIPE, START, WRONG_CLAIM, SmallProject, make_release)
from reports import badge_of, read_json

OPTIONS = argparse.Namespace()


class Recipe(unittest.TestCase):
    def setUp(self):
        self.project = SmallProject(self, {"vouch.yml": github.WORKFLOW, "vouch_report.py": ".github/vouch_report.py"})
        releases = make_release(self.project.folder / "releases", OPTIONS.vouch, OPTIONS.packages)
        self.hub = github.GitHub(self.project.folder, {"VOUCH_RELEASES": releases})
        self.edit = self.project.edit

    def push(self):
        """Commits what was edited and pushes it to main; the run."""
        self.project.commit("main", self.hub.origin)
        return self.hub.push()

    def pull_request(self):
        """A pull request of what was edited; the run. The project is as main is afterwards."""
        self.project.commit("topic", self.hub.origin)
        return self.hub.pull_request("topic")

    def report(self, run, name="vouch.json"):
        return read_json(run.artifact("vouch-report") / name)

    def results(self, run):
        return self.report(run, "vouch.sarif")["runs"][0]["results"]

    def published_badge(self):
        return badge_of(github.git(self.hub.origin, "show", "vouch-badge:badge.json"))

    def expect_success(self, run):
        for name, job in run.jobs.items():
            self.assertIn(job.result, ["success", "skipped"], f"{name}\n{run.log()}")
            self.assertEqual(job.failed_steps(), [], run.log())

    def expect_failure_of(self, run, *steps):
        self.assertEqual(run.jobs["verify"].result, "failure", run.log())
        self.assertEqual(run.jobs["verify"].failed_steps(), list(steps), run.log())

    def test_main_is_proved_and_known_from_then_on(self):
        first = self.push()
        self.expect_success(first)
        self.assertEqual(self.report(first)["verdict"], "safe")
        self.assertEqual(self.published_badge(), ("2 of 2 proved", "brightgreen"))
        self.assertIn("SF:", (first.artifact("vouch-report") / "coverage.info").read_text())
        self.assertIn("2 of 2 proved", first.summary())
        self.assertEqual(read_json(first.alerts[0])["runs"][0]["results"], [])
        self.edit("src/ring.c", PUSH, PUSH_WITH_COMMENT)
        second = self.push()
        self.expect_success(second)
        self.assertEqual(second.jobs["verify"].steps["Keep the verdicts"], "success", "the code has another key")
        functions = [function for file in self.report(second)["files"] for function in file["functions"]]
        self.assertEqual([function["fromCache"] for function in functions], [True, True])
        again = self.hub.push()
        self.assertEqual(again.jobs["verify"].steps["Keep the verdicts"], "skipped", "nothing has changed")

    def test_new_violation_fails_a_pull_request(self):
        self.push()
        self.edit("src/ring.c", FULL, LATE)
        run = self.pull_request()
        self.expect_failure_of(run, "Decide")
        self.assertIn("new", [result.get("baselineState") for result in self.results(run)])
        alerts = read_json(run.alerts[0])["runs"][0]["results"]
        self.assertTrue(alerts and all(alert["level"] in ["error", "warning"] for alert in alerts))
        self.assertEqual(badge_of((run.artifact("vouch-report") / "badge.json").read_text())[1], "red")
        self.assertRegex(run.log(), r"::error file=src/(ring|main)\.c,line=\d+::")
        self.assertRegex(run.summary(), r"\| new \| `src/(ring|main)\.c:\d+` \|")
        self.assertEqual(run.jobs["badge"].result, "skipped")
        self.assertEqual(self.published_badge()[1], "brightgreen", "the badge is about main")

    def test_old_violation_does_not_fail_a_pull_request(self):
        self.edit("src/main.c", CLAIM, WRONG_CLAIM)
        first = self.push()
        self.expect_failure_of(first, "Decide")
        self.assertIn("no earlier report", first.summary())
        self.assertEqual(self.published_badge()[1], "red")
        self.edit("src/main.c", "int main(void) {", "/* Fills the ring. */\nint main(void) {")
        run = self.pull_request()
        self.expect_success(run)
        self.assertEqual([result["baselineState"] for result in self.results(run)], ["unchanged"])
        self.assertEqual(len(read_json(run.alerts[0])["runs"][0]["results"]), 1, "it stays an alert")
        self.assertRegex(run.summary(), r"\| as before \| `src/main\.c:11` \|")
        self.edit("src/main.c", WRONG_CLAIM, CLAIM)
        mended = self.pull_request()
        self.expect_success(mended)
        self.assertEqual([result["baselineState"] for result in self.results(mended)], ["absent"])
        self.assertEqual([cache.branch for cache in self.hub.caches if cache.path == "vouch-before.sarif"], ["main"])
        self.assertEqual(read_json(mended.alerts[0])["runs"][0]["results"], [], "what is mended is no alert")
        self.assertIn("| mended |", mended.summary())

    def test_pull_request_answers_for_nothing_that_main_has_got_meanwhile(self):
        self.push()
        self.edit("src/ring.c", PUSH, PUSH_WITH_COMMENT)
        self.project.commit("topic", self.hub.origin)
        self.edit("src/main.c", CLAIM, WRONG_CLAIM)
        self.expect_failure_of(self.push(), "Decide")
        self.expect_success(self.hub.pull_request("topic"))

    def test_pull_request_is_compared_with_what_it_was_merged_into(self):
        self.edit("src/main.c", CLAIM, WRONG_CLAIM)
        self.push()
        self.edit("src/ring.c", PUSH, PUSH_WITH_COMMENT)
        self.project.commit("topic", self.hub.origin)
        merged = self.hub.merge("topic")
        self.edit("src/main.c", WRONG_CLAIM, CLAIM)
        self.expect_success(self.push())
        run = self.hub.run_of_merge(merged)  # somebody runs it once more
        self.expect_success(run)
        self.assertEqual([result["baselineState"] for result in self.results(run)], ["unchanged"])

    def test_violation_that_was_undecided_for_a_while_is_an_old_one(self):
        self.edit("src/main.c", CLAIM, WRONG_CLAIM)
        self.push()
        self.edit("src/main.c", WRONG_CLAIM, '__asm__("nop"); ' + WRONG_CLAIM)
        self.expect_success(self.push())
        self.edit("src/main.c", '__asm__("nop"); ', "")
        run = self.pull_request()
        self.expect_success(run)
        self.assertEqual([result["baselineState"] for result in self.results(run)], ["unchanged"])

    def test_what_does_not_compile_fails_and_is_compared_with_nothing(self):
        self.edit("src/main.c", CLAIM, WRONG_CLAIM)
        self.push()
        kept = len(self.hub.caches)
        self.edit("src/main.c", START, BROKEN_START)
        run = self.pull_request()
        self.expect_failure_of(run, "Decide")
        self.assertIn("::error file=src/main.c::does not compile", run.log())
        self.assertRegex(run.log(), r"src/main\.c:6:\d+: error: ")
        self.assertIn("src/main.c: does not compile", run.summary())
        self.assertEqual(run.alerts, [], "alerts of what was not looked at would be closed")
        self.edit("src/main.c", START, BROKEN_START)
        self.expect_failure_of(self.push(), "Decide")
        self.assertEqual([cache for cache in self.hub.caches[kept:] if cache.path == "vouch-before.sarif"], [])
        self.assertEqual(self.published_badge()[1], "red", "of the last commit that compiles")
        self.edit("src/main.c", BROKEN_START, START)
        self.expect_success(self.push())

    def test_accepted_violation_fails_nothing_and_is_no_alert(self):
        self.push()
        self.edit("src/main.c", CLAIM, WRONG_CLAIM + " // vouch: accept(assert): for show")
        run = self.push()
        self.expect_success(run)
        self.assertEqual(read_json(run.alerts[0])["runs"][0]["results"], [])
        self.assertEqual(self.published_badge()[1], "yellow")
        self.assertIn("| accepted |", run.summary())

    def test_undecided_does_not_fail_and_is_not_green(self):
        self.edit("src/main.c", CLAIM, '__asm__("nop"); ' + CLAIM)
        run = self.push()
        self.expect_success(run)
        self.assertEqual(self.published_badge()[1], "yellow")
        self.assertIn("::warning::undecided: src/main.c: ", run.log())

    def test_undecided_fails_if_it_shall_and_is_kept_all_the_same(self):
        self.edit(github.WORKFLOW, "--annotations", "--annotations --strict")
        self.edit("src/main.c", CLAIM, '__asm__("nop"); ' + CLAIM)
        run = self.push()
        self.expect_failure_of(run, "Decide")
        self.assertEqual(len([cache for cache in self.hub.caches if cache.path == "vouch-before.sarif"]), 1)
        self.assertEqual(self.published_badge()[1], "yellow")

    def test_nothing_to_look_at_fails(self):
        self.edit("CMakeLists.txt", "ring C)", "ring C)\nset(CMAKE_EXPORT_COMPILE_COMMANDS OFF CACHE BOOL \"\" FORCE)")
        run = self.push()
        self.expect_failure_of(run, "Decide")
        self.assertNotIn("badge", [name for name, job in run.jobs.items() if job.result == "success"])

    def test_package_that_is_another_one_is_not_run(self):
        self.edit(github.WORKFLOW, 'VOUCH_SHA256: ""', f'VOUCH_SHA256: "{"0" * 64}"')
        run = self.push()
        self.expect_failure_of(run, "Install Vouch")
        self.assertEqual({outcome for name, outcome in run.jobs["verify"].steps.items() if name not in ["actions/checkout@v4", "Install Vouch"]},
                         {"skipped"})

    def test_crash_fails(self):
        self.edit(github.WORKFLOW, "        run: |\n          mkdir vouch-report",
                  "        run: |\n          vouch() { return 139; }\n          mkdir vouch-report")
        self.expect_failure_of(self.push(), "Verify")

    def test_bad_options_fail_with_their_message(self):
        self.edit(github.WORKFLOW, 'VOUCH_OPTIONS: ""', "VOUCH_OPTIONS: --no-such-option")
        run = self.push()
        self.expect_failure_of(run, "Decide")
        self.assertIn("no-such-option", run.log())
        self.assertIn("::error::vouch-report/vouch.json is no report of `vouch check", run.log())


class RecipeForGitLab(unittest.TestCase):
    def setUp(self):
        self.project = SmallProject(self, {"vouch.gitlab-ci.yml": gitlab.JOBS, "vouch_report.py": "ci/vouch_report.py"})
        releases = make_release(self.project.folder / "releases", OPTIONS.vouch, OPTIONS.packages)
        self.lab = gitlab.GitLab(self.project.folder, {"VOUCH_RELEASES": releases})

    def push(self):
        return self.lab.push(self.project.commit("main", self.lab.origin))

    def merge_request(self):
        return self.lab.merge_request(self.project.commit("topic", self.lab.origin))

    def test_what_is_new_fails_and_what_is_old_does_not(self):
        self.assertEqual(self.push().status, 0)
        self.assertTrue((self.lab.caches / "vouch-0.1.0/.vouch-cache/blocks.sqlite").is_file())
        self.project.edit("src/main.c", CLAIM, WRONG_CLAIM)
        fails = self.merge_request()
        self.assertEqual(fails.status, 1, fails.log)
        (shown,) = read_json(fails.artifacts / "vouch-report/code-quality.json")
        self.assertEqual(shown["location"], {"path": "src/main.c", "lines": {"begin": 10}})
        self.assertEqual(badge_of((fails.artifacts / "vouch-report/badge.json").read_text())[1], "red")
        self.project.edit("src/main.c", CLAIM, WRONG_CLAIM)
        self.assertEqual(self.push().status, 1)
        self.project.edit("src/ring.c", PUSH, PUSH_WITH_COMMENT)
        passes = self.merge_request()
        self.assertEqual(passes.status, 0, passes.log)
        functions = [function for file in read_json(passes.artifacts / "vouch-report/vouch.json")["files"] for function in file["functions"]]
        self.assertEqual([function["fromCache"] for function in functions], [True, True])
        self.assertEqual(len(list(passes.artifacts.parent.rglob("blocks.sqlite"))), 1, "what it started from has the same cache")

    def test_what_does_not_compile_fails(self):
        self.push()
        self.project.edit("src/main.c", START, BROKEN_START)
        run = self.merge_request()
        self.assertEqual(run.status, 2, run.log)
        self.assertIn("1 file does not compile: src/main.c", run.log)
        self.assertRegex(run.log, r"src/main\.c:6:\d+: error: ")


class Page(unittest.TestCase):
    def test_marks_what_the_files_want_changed(self):
        page = (RECIPE / "README.md").read_text()
        for name in ["vouch.yml", "vouch.gitlab-ci.yml", "vouch_report.py"]:
            self.assertIn(f"({name})", page)
        for variable in re.findall(r"(VOUCH_\w+):", (RECIPE / "vouch.yml").read_text()):
            self.assertIn(f"`{variable}`", page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", type=pathlib.Path)
    parser.add_argument("--packages", type=pathlib.Path)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    if bool(OPTIONS.vouch) == bool(OPTIONS.packages):
        parser.error("either --vouch or --packages")
    return 0 if unittest.main(argv=[sys.argv[0], "--verbose", *rest], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
