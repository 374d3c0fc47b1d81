#!/usr/bin/env python3
"""Tests of random_callers.py and its modules, without the binary: what it makes, and what it makes of what it sees.

  random_callers_test.py
"""

import contextlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from caller_runs import run_of
from generated_caller import generate, program_of, short_programs
from library_parts import family_of, pointer_to
from random_callers import Search, is_judged, options_of

SEEDS = range(1, 61)
CALLERS = 3
HAS_COMPILER = bool(shutil.which("clang") or shutil.which("gcc"))
FAILED = "call f2\nend f2\ncall f1\nprogram: library.c:12: int f1(int *): Assertion `*a == 1' failed.\n"


def pairs():
    for seed in SEEDS:
        library, callers = generate(seed, CALLERS)
        for caller in callers:
            yield library, caller


def lines_of(caller) -> list[str]:
    return [line.strip() for line in caller.text().splitlines()]


class Types(unittest.TestCase):
    def test_signed_and_unsigned_are_one_family(self):
        self.assertEqual({family_of(c_type) for c_type in ("int *", "unsigned *", "const int *")}, {"int *"})
        self.assertEqual({family_of(c_type) for c_type in ("char *", "const unsigned char *", "unsigned char *")}, {"char *"})
        self.assertEqual(family_of("const struct item *"), "struct item *")

    def test_pointers_to_pointers_are_written_without_spaces(self):
        self.assertEqual([pointer_to("int"), pointer_to("int *")], ["int *", "int **"])


class Libraries(unittest.TestCase):
    def test_a_seed_stands_for_one_library_and_its_callers(self):
        for seed in (1, 7, 23):
            first, second = (program_of(*generate(seed, CALLERS)) + generate(seed, CALLERS)[0].text() for _ in range(2))
            self.assertEqual(first, second)
        self.assertEqual(len({generate(seed, 0)[0].text() for seed in SEEDS}), len(SEEDS))

    def test_they_have_no_main_and_visible_functions_with_assertions(self):
        for seed in SEEDS:
            library = generate(seed, 0)[0]
            self.assertNotIn("main(", library.text())
            self.assertTrue(1 <= len(library.functions) <= 3)
            for function in library.functions:
                self.assertIn(f"\n{function.prototype()} {{\n", library.text())
                self.assertEqual(function.text.count(" assert("), len(function.claims))

    def test_no_assertion_is_a_part_of_a_contract(self):
        """Something is written between the checks of parameters and the first assertion."""
        for seed in SEEDS:
            for function in generate(seed, 0)[0].functions:
                in_front = function.text.split(" assert(")[0].splitlines()[1:]
                written = [line for line in in_front
                           if re.match(r" +([^ ].*\) )?[^ =]+ = |  put_|  memset", line) and "return 0" not in line]
                self.assertTrue(written, function.text)

    def test_lines_of_assertions_are_known(self):
        for seed in SEEDS:
            library = generate(seed, 0)[0]
            lines = library.text().splitlines()
            claims = library.claim_lines()
            self.assertEqual(len(claims), sum(len(function.claims) for function in library.functions))
            for number, (name, _) in claims.items():
                self.assertIn("assert(", lines[number - 1])
                function = next(function for function in library.functions if function.name == name)
                self.assertIn(lines[number - 1] + "\n", function.text)

    def test_all_that_matters_is_made_sometimes(self):
        text = "".join(generate(seed, 0)[0].text() for seed in range(1, 200))
        for part in ("const char *b", "unsigned char *a, size_t n", "struct node **", "int **", "void *a", "struct item a", "unsigned *",
                     "static char own[8]", "void set_kept(", "get_cell(void)", "int mode;", "size_t length; size_t capacity", "strlen(",
                     "memset(", "for (size_t i", "->next, steps", "put_int(&", " || (const void *)", "if ((const void *)"):
            self.assertIn(part, text)


class Callers(unittest.TestCase):
    def test_strings_end(self):
        for _, caller in pairs():
            for an_object in caller.objects.get("char *", []):
                self.assertIn(f"{an_object.name}[{an_object.elements - 1}] = 0;", lines_of(caller))

    def test_every_element_gets_a_value(self):
        for _, caller in pairs():
            text = caller.text()
            for family in caller.objects.values():
                for an_object in family:
                    for i in range(an_object.elements):
                        self.assertRegex(text, rf"\b{an_object.name}\[{i}\](\.\w+)? = ")

    def test_numbers_of_elements_in_structs_are_right(self):
        seen = 0
        for _, caller in pairs():
            sizes = {an_object.name: an_object.elements for family in caller.objects.values() for an_object in family}
            for place, target in re.findall(r"(\w+\[\d\])\.(?:data|items) = (?:\(.*\))?(\w+);", caller.text()):
                numbers = {name: int(value) for name, value in
                           re.findall(rf"{re.escape(place)}\.(length|capacity|count) = (\d+);", caller.text())}
                self.assertEqual(numbers.get("capacity", numbers.get("count")), sizes.get(target, 0))
                self.assertLessEqual(numbers.get("length", 0), numbers.get("capacity", numbers.get("count")))
                seen += 1
        self.assertGreater(seen, 10)

    def test_numbers_of_elements_in_calls_are_right(self):
        seen = 0
        for library, caller in pairs():
            sizes = {an_object.name: an_object.elements for family in caller.objects.values() for an_object in family}
            sizes |= {expression: elements for expression, _, elements in library.file_objects()} | {"0": 0}
            for name, call in caller.calls:
                function = next(function for function in library.functions if function.name == name)
                arguments = iter(re.search(rf"\b{name}\((.*?)\)(\)|;)", call[-2] if function.result != "int" else call[-1])[1].split(", "))
                for parameter in function.parameters:
                    target = re.sub(r"^\([^()]+\)", "", next(arguments))
                    if parameter.number:
                        self.assertEqual(int(next(arguments)), sizes[target])
                        seen += 1
        self.assertGreater(seen, 30)

    def test_objects_lead_to_starts_of_objects_of_callers(self):
        """Not to members, not into the middle, and not to what the library has of its own."""
        for _, caller in pairs():
            names = {an_object.name: family for family, objects in caller.objects.items() for an_object in objects}
            self.assertNotRegex(caller.text(), r"&o\d|o\d+ \+")
            for line in lines_of(caller):
                pointer = re.fullmatch(r"o\d+\[\d\](?:\.\w+)? = (?:\(.*\))?([a-z]\w*)(\(\))?;", line)
                if pointer:
                    self.assertIn(pointer[1], names)

    def test_setters_come_before_the_functions(self):
        for library, caller in pairs():
            lines = lines_of(caller)
            first_call = min(i for i, line in enumerate(lines) if line.startswith('fputs("call'))
            self.assertFalse([line for line in lines[first_call:] if line.startswith("set_")])
            self.assertEqual({function.name for function in library.functions}, {name for name, _ in caller.calls})

    def test_arguments_are_often_the_same_object(self):
        shared = sum("/* " in caller.text() for _, caller in pairs())
        self.assertGreater(shared, CALLERS * len(SEEDS) // 2)

    def test_what_is_kept_ends_with_the_call_that_failed(self):
        library, callers = generate(3, CALLERS)
        alone, whole = short_programs(library, callers[0], 2)
        second = callers[0].calls[1][0]
        self.assertEqual(alone.count('fputs("call'), 1)
        self.assertEqual(whole.count('fputs("call'), 2)
        self.assertIn(f'fputs("call {second}', alone)

    @unittest.skipUnless(HAS_COMPILER, "no compiler")
    def test_they_compile_without_warnings(self):
        for seed in (1, 2, 3, 4, 5, 6):
            library, callers = generate(seed, CALLERS)
            for text in (library.text(), program_of(library, callers)):
                command = [shutil.which("clang") or "gcc", "-x", "c", "-std=gnu17", "-fsyntax-only", "-Wall", "-Werror", "-Wno-unused", "-"]
                done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr + text)


class Judging(unittest.TestCase):
    def test_a_failed_assertion_belongs_to_the_function_that_was_called_last(self):
        run = run_of(FAILED)
        self.assertEqual((run.failed, run.line, run.called, run.ended), ("f1", 12, ("f2", "f1"), {"f2"}))
        self.assertEqual(run_of("call f1\nprogram: library.c:12: f1: Assertion `a' failed.\n").failed, "f1")  # as gcc says it
        self.assertEqual(run_of("call f1\nend f1\n").failed, "")

    def test_what_is_undefined_says_nothing(self):
        for text in ("library.c:3:5: runtime error: load of null pointer\n", "==1==ERROR: AddressSanitizer: heap-buffer-overflow\n"):
            self.assertTrue(run_of("call f1\n" + text).is_undefined)
            self.assertEqual(run_of(text + FAILED).failed, "")

    def test_preconditions_that_callers_here_may_break_are_no_claims(self):
        self.assertTrue(is_judged({"preconditions": ["s is a string", "a has n elements", "a_self leads to an struct item",
                                                     "b->data has at least capacity elements, length of them in use"]}))
        self.assertTrue(is_judged({}))
        self.assertFalse(is_judged({"preconditions": ['if "a[i]" is never out of bounds in line 3']}))

    def test_safe_and_failed_is_wrong(self):
        runs = [run_of("call f1\nend f1\n"), run_of(FAILED), run_of(FAILED)]

        def wrong(verdict: str, **more) -> dict:
            return Search.wrong_verdicts({"verdict": "violated", "functions": [{"name": "f1", "verdict": verdict, **more}]}, runs)
        self.assertEqual(wrong("safe"), {"f1": 1})
        self.assertEqual(wrong("safe", preconditions=['if "a" is never null']), {})
        self.assertEqual(wrong("violated"), {})
        self.assertEqual(wrong("unknown"), {})
        self.assertEqual(Search.wrong_verdicts({"verdict": "safe", "functions": []}, runs), {"f1": 1})


@unittest.skipUnless(HAS_COMPILER, "no compiler")
class TheTool(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="vouch-callers-test-")
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def search(self, verdict: str, *words: str) -> tuple[int, str]:
        """With a verifier that always says the same."""
        functions = [{"name": f"f{i}", "verdict": verdict} for i in (1, 2, 3)]
        vouch = self.folder / "vouch"
        report = json.dumps({"files": [{"verdict": verdict, "functions": functions}]})
        vouch.write_text(f"#!/bin/sh\ncat <<'END'\n{report}\nEND\nexit 3\n")
        vouch.chmod(0o755)
        search = Search(options_of(["--vouch", str(vouch), "--folder", str(self.folder / "found"), "--callers", "6", *words]))
        with contextlib.redirect_stdout(io.StringIO()) as output:
            search.search()
            status = search.exit_status()
        return status, output.getvalue()

    def test_a_verifier_that_is_wrong_is_noticed(self):
        status, output = self.search("safe", "--rounds", "4")
        self.assertEqual(status, 1)
        self.assertIn("is called safe, but fails", output)
        kept = sorted((self.folder / "found").iterdir())
        self.assertTrue(kept)
        for folder in kept:
            self.assertEqual({path.name for path in folder.iterdir()}, {"library.c", "main.c", "native.txt", "vouch.json"})
            run = run_of((folder / "native.txt").read_text())
            self.assertEqual(folder.name.split("_")[1], run.failed)

    def test_one_that_knows_nothing_is_not_wrong(self):
        status, output = self.search("unknown", "--rounds", "3", "--all")
        self.assertEqual(status, 0)
        self.assertIn("3 rounds, 18 runs", output)
        self.assertIn(" 0 wrong", output)

    def test_nothing_executed_is_a_failure(self):
        self.assertEqual(self.search("safe", "--rounds", "0")[0], 1)

    def test_fewer_proofs_than_asked_for_are_a_failure(self):
        self.assertEqual(self.search("unknown", "--rounds", "3", "--all", "--proved", "1")[0], 1)
        for executed, status in ((1, 1), (2, 0)):
            search = Search(options_of(["--vouch", "vouch", "--folder", str(self.folder / "found"), "--proved", "2"]))
            search.counts.update(runs=12, functions=5, safe=5, executed=executed)
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(search.exit_status(), status)


if __name__ == "__main__":
    unittest.main()
