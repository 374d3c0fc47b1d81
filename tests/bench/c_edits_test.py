#!/usr/bin/env python3
"""Tests of c_edits.py: what the tokens are, what each kind of edit does, and two laws on real programs.

  c_edits_test.py                                         the first ones
  c_edits_test.py --vouch build/release/bin/vouch FILE... and the laws: a neutral edit keeps the verdict, and a body
                                                          edit that compiles is a verdict or a reason
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import c_edits

PROGRAM = """\
# 1 "program.c"
typedef unsigned int word;
int shared = 3; // 'not a character'
static int unused(int a) { return a; }
int twice(int value) {
  word copy = value; /* { */
  char *text = "; } \\" /*";
  if (copy > 7 && text[0] != '"') {
    copy = copy - 1;
    goto end;
  } else
    shared = 0;
end:
  return copy * 2;
}

int main(void) {
  for (int i = 0; i < 10; i++)
    shared += twice(i);
  return shared;
}
"""
CRLF_PROGRAM = "#define A \\\r\n 1\r\nint main(void) {\r\n  return A; // x\r\n}\r\n"


def code(text: str) -> list:
    return [token.text for token in c_edits.tokens_of(text) if token.kind not in c_edits.LAYOUT]


def edits(kind: str, count: int = 60, text: str = PROGRAM):
    for seed in range(count):
        edit = c_edits.Editor(text, random.Random(seed)).edit(kind)
        if edit is not None:
            yield edit


class TokenTest(unittest.TestCase):
    def test_tokens_are_the_text(self):
        for text in (PROGRAM, CRLF_PROGRAM):
            self.assertEqual("".join(token.text for token in c_edits.tokens_of(text)), text)

    def test_strings_comments_and_directives_are_whole(self):
        kinds = {token.text.strip(): token.kind for token in c_edits.tokens_of(PROGRAM)}
        self.assertEqual(kinds['# 1 "program.c"'], "directive")
        self.assertEqual(kinds["// 'not a character'"], "comment")
        self.assertEqual(kinds["/* { */"], "comment")
        self.assertEqual(kinds['"; } \\" /*"'], "string")
        self.assertEqual(kinds["'\"'"], "character")
        self.assertEqual(c_edits.tokens_of(CRLF_PROGRAM)[0].text, "#define A \\\r\n 1\r")

    def test_lines_are_counted(self):
        lines = {token.text: token.line for token in c_edits.tokens_of(PROGRAM)}
        self.assertEqual(lines["twice"], 19)


class SourceTest(unittest.TestCase):
    def test_functions_and_statements(self):
        source = c_edits.Source(PROGRAM)
        self.assertEqual([function.name for function in source.functions], ["unused", "twice", "main"])
        self.assertEqual(source.types, {"word"})
        statements = [(span.kind, source.code_of(span)) for span in source.functions[1].statements]
        self.assertEqual(statements, [
            ("declaration", "word copy = value ;"), ("declaration", 'char * text = "; } \\" /*" ;'),
            ("condition", "copy > 7 && text [ 0 ] != '\"'"), ("expression", "copy = copy - 1 ;"),
            ("goto", "goto end ;"), ("expression", "shared = 0 ;"), ("return", "return copy * 2 ;")])

    def test_unbalanced_text_is_refused(self):
        for text in ("int main(void) { return 0; ", "int a[3;", "}"):
            with self.assertRaises(c_edits.NotParsed):
                c_edits.Source(text)


class EditTest(unittest.TestCase):
    def test_one_token_changes(self):
        for kind in ("constant", "operator"):
            for edit in edits(kind):
                changed = [(a, b) for a, b in zip(code(PROGRAM), code(edit.text)) if a != b]
                self.assertEqual(len(code(edit.text)), len(code(PROGRAM)), edit.place)
                self.assertEqual(len(changed), 1, edit.place)
        self.assertGreater(len({edit.text for edit in edits("operator")}), 5)

    def test_only_functions_that_nobody_calls_are_deleted(self):
        for edit in edits("delete-function"):
            self.assertNotIn("unused", edit.text)
            self.assertIn("twice(i)", edit.text)

    def test_what_cannot_be_modelled_is_added(self):
        for edit in edits("add-unmodelled"):
            self.assertRegex(edit.text, "__builtin_setjmp|__asm__|_Complex", edit.place)

    def test_layout_is_no_code(self):
        for kind in ("comment", "reformat"):
            for text in (PROGRAM, CRLF_PROGRAM):
                for edit in edits(kind, text=text):
                    self.assertEqual(code(edit.text), code(text), edit.place)
                    directives = [token.text for token in c_edits.tokens_of(edit.text) if token.kind == "directive"]
                    self.assertEqual(len(directives), 1, edit.place)

    def test_a_moved_function_leaves_a_declaration(self):
        moved = list(edits("move-function"))
        self.assertIn("int twice ( int value ) ;", " ".join(code(next(e.text for e in moved if "twice" in e.place))))
        for edit in moved:
            source = c_edits.Source(edit.text)
            self.assertEqual(sorted(function.name for function in source.functions), ["main", "twice", "unused"])

    def test_what_runs_behind_main_stays_where_it_is(self):
        text = ("__attribute__((destructor)) static void last(void) { }\n"
                "static int one(void) { return 1; }\nint main(void) { return one(); }\n")
        self.assertEqual({edit.place.split("(")[0].split()[-1] for edit in edits("move-function", text=text)}, {"one"})

    def test_locals_are_renamed_everywhere(self):
        names = set()
        for edit in edits("rename-local"):
            pairs = {(a, b) for a, b in zip(code(PROGRAM), code(edit.text)) if a != b}
            self.assertEqual(len(pairs), 1, edit.place)
            old, new = pairs.pop()
            names.add(old)
            self.assertNotIn(new, PROGRAM)
        self.assertEqual(names, {"a", "value", "copy", "text"})

    def test_the_same_numbers_make_the_same_edit(self):
        for seed in range(20):
            one, other = (c_edits.random_edit(PROGRAM, random.Random(seed)) for _ in range(2))
            self.assertEqual(one, other)
            self.assertNotEqual(one.text, PROGRAM)

    def test_every_kind_has_a_place(self):
        for kind in [*c_edits.BODY_EDITS, *c_edits.NEUTRAL_EDITS]:
            self.assertTrue(any(True for _ in edits(kind)), kind)


def check_laws(vouch: str, files: list, edits_of_a_kind: int) -> int:
    """Prints what breaks a law; returns how often."""
    broken = compiled = drawn = 0
    with tempfile.TemporaryDirectory(prefix="vouch-edits-") as folder:
        program = pathlib.Path(folder) / "program.c"

        def status_of(text: str) -> int:
            program.write_text(text)
            command = [vouch, "check", "--property", "assert,reach-error", "--cache", "off", "--timeout", "20", str(program)]
            return subprocess.run(command, capture_output=True, timeout=90).returncode

        for path in files:
            text = pathlib.Path(path).read_text()
            before = status_of(text)
            for kind in [*c_edits.BODY_EDITS, *c_edits.NEUTRAL_EDITS]:
                for number in range(edits_of_a_kind):
                    edit = c_edits.Editor(text, random.Random(f"{path}/{number}")).edit(kind)
                    if edit is None:
                        continue
                    status = status_of(edit.text)
                    drawn += 1
                    compiled += status != 2
                    is_kept = status == before or 3 in (status, before)
                    if status not in (0, 1, 2, 3) or (kind in c_edits.NEUTRAL_EDITS and not is_kept):
                        broken += 1
                        print(f"{path}: {kind}, {edit.place}: exit status {before} became {status}")
    print(f"{drawn} edits, {compiled} of them compile, {broken} broken laws")
    if 4 * compiled < 3 * drawn:
        print("too few of them compile")
        broken += 1
    return broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", help="the binary")
    parser.add_argument("--edits", type=int, default=1, help="of each kind, for each file")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    done = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    broken = check_laws(options.vouch, options.files, options.edits) if options.vouch else 0
    return 0 if done.wasSuccessful() and broken == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
