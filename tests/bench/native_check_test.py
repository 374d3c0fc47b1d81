#!/usr/bin/env python3
"""Tests of native_check.py and what it rests on: wrong verdicts are noticed, and what is no evidence is none.

  native_check_test.py --vouch build/release/bin/vouch
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.native_runs import NativeProgram, PLAIN_BUILDS, constants_of  # noqa: E402
from support.native_verdicts import SafeProgram, check_violations  # noqa: E402

SCRIPT = pathlib.Path(__file__).with_name("native_check.py")
VOUCH = ""  # from the command line

INPUT = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n"


class WithFolder(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="vouch-native-test-")
        self.folder = pathlib.Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def program(self, text: str, name: str = "a.c") -> NativeProgram:
        file = self.folder / name
        file.write_text(text)
        return NativeProgram(file, self.folder / "builds" / name)

    def safe(self, text: str, *properties: str, runs: int = 30):
        return SafeProgram(self.program(text), frozenset(properties or ("assert", "reach-error")), 1).check(runs)


class Runs(WithFolder):
    def outcomes(self, text: str) -> set:
        program = self.program(text)
        return {outcome.kind + (" " + outcome.detail if outcome.kind == "error" else "")
                for build in PLAIN_BUILDS for outcome in program.run(build, 30)}

    def test_a_constant_of_the_program_is_found(self):
        self.assertIn("assertion", self.outcomes(INPUT + "int main(void) { assert(__VERIFIER_nondet_int() != 471147); }"))
        self.assertEqual(constants_of("x1 == 0x10 && y < 12ul /* 99 */ || z == 1.5"), [12, 16])

    def test_the_error_function_of_the_program_is_noticed(self):
        text = "void reach_error(void) {}\nint main(void) { reach_error(); return 0; }"
        self.assertEqual(self.outcomes(text), {"error reach_error"})

    def test_a_broken_assumption_ends_the_run(self):
        text = INPUT + "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); assert(x > 3); return 0; }"
        self.assertEqual(self.outcomes(text), {"left", "returned"})

    def test_a_run_without_end_is_ended_with_all_that_it_started(self):
        self.assertEqual({outcome.kind for outcome in self.program(
            "#include <unistd.h>\nint main(void) { fork(); for (;;) {} }").run(PLAIN_BUILDS[0], 2)}, {"timeout"})

    def test_a_run_depends_on_seed_and_number_only(self):
        program = self.program(INPUT + "int main(void) { return __VERIFIER_nondet_int() & 127; }")
        all_runs = program.run(PLAIN_BUILDS[0], 20, seed=3)
        self.assertEqual(program.run(PLAIN_BUILDS[3], 1, first=13, seed=3), [all_runs[13]])
        self.assertGreater(len({outcome.detail for outcome in all_runs}), 5)

    def test_programs_run_in_an_empty_folder(self):
        text = "#include <dirent.h>\nint main(void) { int n = 0; DIR *d = opendir(\".\"); while (readdir(d)) n++; return n; }"
        self.assertEqual({outcome.detail for outcome in self.program(text).run(PLAIN_BUILDS[0], 1)}, {"2"})


class Proofs(WithFolder):
    def test_a_failing_assertion_contradicts(self):
        self.assertEqual(len(self.safe(INPUT + "int main(void) { assert(__VERIFIER_nondet_int() != 77); }").contradictions), 4)

    def test_one_order_of_evaluation_contradicts(self):
        text = ("#include <assert.h>\nstatic int n; static int a(void) { return n = 1; } static int b(void) { return n = 2; }\n"
                "static void sink(int x, int y) { (void)x; (void)y; }\nint main(void) { sink(a(), b()); assert(n == 2); return 0; }")
        self.assertTrue(self.safe(text).contradictions)

    def test_what_was_not_asked_for_does_not(self):
        text = INPUT + "int main(void) { assert(__VERIFIER_nondet_int() != 77); }"
        self.assertFalse(self.safe(text, "reach-error").contradictions)
        self.assertFalse(self.safe(text, "overflow").contradictions)

    def test_undefined_behaviour_before_is_no_evidence(self):
        text = INPUT + "int main(void) { int x = 2147483646 + (__VERIFIER_nondet_int() & 1); int y = x + 1; assert(y > 0); return 0; }"
        findings = self.safe(text)
        self.assertFalse(findings.contradictions)
        self.assertTrue(any("signed integer overflow" in note for note in findings.notes), findings.notes)

    def test_unsequenced_effects_are_no_evidence(self):
        findings = self.safe("#include <assert.h>\nint main(void) { int i = 1; int x = i++ + i++; assert(x == 99); return 0; }")
        self.assertFalse(findings.contradictions)
        self.assertTrue(findings.notes)

    def test_types_that_alias_are_no_evidence(self):
        text = ("#include <assert.h>\n__attribute__((noinline)) static int f(int *i, short *s) { *i = 1; *s = 7; return *i; }\n"
                "int main(void) { int x; assert(f(&x, (short *)&x) == 7); return 0; }")
        self.assertFalse(self.safe(text).contradictions)

    def test_a_property_is_looked_for_by_sanitizers(self):
        text = INPUT + "int main(void) { int a[3] = {0}; int i = __VERIFIER_nondet_int(); return i >= 0 && i < 4 ? a[i] : 0; }"
        self.assertTrue(self.safe(text, "bounds").contradictions)
        self.assertFalse(self.safe(text, "null", "overflow", runs=5).contradictions)
        freed = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (!p) return 0; *p = 1; free(p); return *p; }"
        self.assertTrue(self.safe(freed, "use-after-free", runs=2).contradictions)
        self.assertTrue(self.safe("#include <stdlib.h>\nchar *p;\nint main(void) { p = malloc(9); p = 0; return 0; }",
                                  "memory", runs=2).contradictions)
        self.assertTrue(self.safe("int *p;\nint main(void) { return *p; }", "null", runs=2).contradictions)


class Violations(WithFolder):
    REFUTED = {"line": 3, "message": "assertion can fail", "difference": "it ran without failing"}

    def test_a_refuted_one_contradicts_unless_there_is_doubt(self):
        self.assertTrue(check_violations({"violations": [], "refuted": [self.REFUTED]}, self.folder).contradictions)
        doubtful = {**self.REFUTED, "doubts": ["the run depends on where objects are in memory"]}
        self.assertFalse(check_violations({"violations": [], "refuted": [doubtful]}, self.folder).contradictions)

    def test_a_test_has_to_fail_in_every_build(self):
        test = self.folder / "a_fails.c"
        test.write_text("#include <assert.h>\nint main(void) {\n#ifndef __OPTIMIZE__\n  assert(0);\n#endif\n  return 0;\n}\n")
        command = f"gcc -w {test} -lm -o /tmp/a_fails && /tmp/a_fails"
        violation = {"line": 4, "confirmed": "native", "failingTest": {"verified": True, "command": command}}
        found = check_violations({"violations": [violation]}, self.folder / "here").contradictions
        self.assertEqual(len(found), 2)
        self.assertTrue(all("-O2 does not fail" in text for text in found), found)


class TheScript(WithFolder):
    def run_script(self, *words: str, vouch: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, "-B", str(SCRIPT), "--vouch", vouch or VOUCH, *words], capture_output=True, text=True,
                              check=False)

    def test_right_verdicts_are_no_contradictions(self):
        (self.folder / "violated.c").write_text(INPUT + "int main(void) { assert(__VERIFIER_nondet_int() != 77); return 0; }")
        (self.folder / "safe.i").write_text(
            "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
            "int __VERIFIER_nondet_int(void);\n"
            "int main(void) { int x = __VERIFIER_nondet_int() & 7; if (x > 7) __assert_fail(\"x\", \"a\", 1, \"m\"); return 0; }")
        done = self.run_script(str(self.folder))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1 safe, 1 violated, 0 unknown, 0 refused; 2 compared", done.stdout)

    def test_wrong_verdicts_are(self):
        (self.folder / "a.c").write_text("// expect: safe\n" + INPUT + "int main(void) { assert(__VERIFIER_nondet_int() != 77); }")
        done = self.run_script("--annotated", str(self.folder))
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.c: safe, but gcc -O0", done.stdout)

    def test_the_programs_flags_count(self):
        text = "// expect: safe\n// options: -- -O2 -DLIMIT=3\n#include <assert.h>\nint main(void) {\n"
        text += "#ifndef __OPTIMIZE__\n  assert(0);\n#endif\n  assert(LIMIT == 3);\n  return 0;\n}\n"
        (self.folder / "a.c").write_text(text)
        done = self.run_script("--annotated", str(self.folder))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_program_may_say_that_compilers_do_not_know(self):
        (self.folder / "a.c").write_text("// expect: safe\n// not-native: why\n#include <assert.h>\nint main(void) { assert(0); }")
        (self.folder / "b.c").write_text("// expect: safe\nint main(void) { return 0; }")
        done = self.run_script("--annotated", "--verbose", str(self.folder))
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("a.c: note: why", done.stdout)

    def test_a_verifier_that_is_wrong_is_noticed(self):
        report = {"files": [{"verdict": "unknown", "violations": [], "refuted": [Violations.REFUTED]}]}
        liar = self.folder / "liar"
        liar.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(report)}\nEND\nexit 3\n")
        liar.chmod(0o755)
        (self.folder / "a.c").write_text("int main(void) { return 0; }")
        done = self.run_script(str(self.folder / "a.c"), vouch=str(liar))
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.c: violated in line 3", done.stdout)

    def test_nothing_compared_is_a_failure(self):
        (self.folder / "a.c").write_text("// expect: unknown\nint main(void) { return 0; }")
        self.assertEqual(self.run_script("--annotated", str(self.folder)).returncode, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True)
    known, rest = parser.parse_known_args()
    VOUCH = known.vouch
    unittest.main(argv=[sys.argv[0], *rest])
