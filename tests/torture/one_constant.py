"""Changes one integer constant of a program, so that it aborts."""

import dataclasses
import pathlib
import random
import re

import native_runs
import sources

TOKENS = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*) | (?P<include>^[ \t]*\#[ \t]*(?:include|line|pragma)[^\n]*)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*') | (?P<name>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)""", re.VERBOSE | re.DOTALL | re.MULTILINE)
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)")

TRIES = 40
TRY_SECONDS = 2
SETTLED_SECONDS = 10


@dataclasses.dataclass(frozen=True)
class Change:
    offset: int
    old: str
    new: str

    def applied_to(self, text: str) -> str:
        assert text[self.offset:self.offset + len(self.old)] == self.old
        return text[:self.offset] + self.new + text[self.offset + len(self.old):]


def changes_of(text: str) -> list[Change]:
    """Every integer constant, a little larger, smaller, or with other bits."""
    changes = []
    for token in TOKENS.finditer(text):
        integer = INTEGER.fullmatch(token["number"] or "")
        if not integer:
            continue
        digits, suffix = integer.groups()
        is_octal = digits.startswith("0") and digits.isdigit() and len(digits) > 1
        if is_octal and not re.fullmatch("[0-7]+", digits):
            continue
        value = int(digits, 8 if is_octal else 0)
        for other in {value + 1, value - 1, value ^ 2, 2 * value + 3, 0} - {value}:
            if other >= 0:
                changes.append(Change(token.start(), token.group(), f"{other}{suffix}"))
    return changes


def find_change(program: sources.Program, seed: str, file: pathlib.Path) -> Change | None:
    """One with which the program aborts as every compiler compiles it, with the changed text in `file`; none if there is none
    among the first ones that are tried."""
    text = program.files[0].read_text(errors="surrogateescape")
    changes = changes_of(text)
    random.Random(seed).shuffle(changes)
    file.parent.mkdir(parents=True, exist_ok=True)
    changed = program.with_first_file(file)
    for change in changes[:TRIES]:
        file.write_text(change.applied_to(text), errors="surrogateescape")
        aborts = native_runs.Behaviour.ABORTS
        if native_runs.run(native_runs.PLAIN[0], changed, TRY_SECONDS) != aborts:
            continue
        if native_runs.common_behaviour(changed, aborts, SETTLED_SECONDS) == aborts:
            return change
    file.unlink(missing_ok=True)
    return None
