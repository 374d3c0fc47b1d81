#!/usr/bin/env python3
"""Mistakes in what an answer is found under, and in what is left out of a program: each would give one program's proof to another."""

import sys

import mutants
from mutants import Mutant

KNOWN = "analysis/reuse/known_entries.cpp"
BEFORE = "analysis/facts/functions_before_targets.cpp"
REUSE = ("{build}/bin/test_reuse", "--gtest_filter=KnownEntries*")
FACTS = ("{build}/bin/test_facts", "--gtest_filter=FunctionsBeforeTargets*")


def answer(name, old, new):
    return Mutant(name, KNOWN, old, new, ("test_reuse",), (REUSE,), 60)


def left_out(name, old, new):
    return Mutant(name, BEFORE, old, new, ("test_facts",), (FACTS,), 60)


MUTANTS = [
    answer("targets that nobody has proved do not count", "      line += question.is_impossible(target) ? '-' : '+';",
           "      line += question.is_impossible(target) ? '-' : '-';"),
    answer("an attempt has the place of a proof", "  std::string text = kind + ", "  std::string text = kind.substr(0, 0) + "),
    answer("a proof that was contradicted stays one", "  if (!verdict || !verdict->violations.empty()) {", "  if (!verdict) {"),
    left_out("what is behind a call does not matter in it",
             "behind == HasTargetBehind::Yes && !is_entered", "behind == HasTargetBehind::Yes && is_entered"),
    left_out("what is not understood hides nothing", "      if (!known.not_understood.empty() || ", "      if ("),
    left_out("loops are gone round once",
             "          add(back != nullptr ? cfa_.edge(back->call).source : edge.source);",
             "          if (!cfa_.location(location).is_loop_head) {\n"
             "            add(back != nullptr ? cfa_.edge(back->call).source : edge.source);\n          }"),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
