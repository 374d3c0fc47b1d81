#!/usr/bin/env python3
"""Mistakes in what is known of pointers without a solver: each would take a check away that can fail."""

import sys

import mutants
from mutants import Mutant

POINTERS = "analysis/facts/usable_pointers.cpp"
KNOWN = "analysis/facts/known_pointer.cpp"
FACTS = ("{build}/bin/test_facts", "--gtest_filter=UsablePointers*")
LAWS = ("{build}/bin/test_laws", "--gtest_filter=KnownPointers*")


def mutant(name, file, old, new):
    return Mutant(name, file, old, new, ("test_facts", "test_laws"), (FACTS, LAWS), 60)


MUTANTS = [
    mutant("what a call frees is alive behind it", POINTERS,
           "    for (ObjectClassId freed : freed_[std::get<cfa::Call>(call.operation).callee.index()]) {\n"
           "      registers = behind_free(registers, freed);\n"
           "    }\n", ""),
    mutant("what is freed is alive", POINTERS,
           "      result = with(result, variable, without_life(known));", "      result = with(result, variable, known);"),
    mutant("a variable that a pointer outlives is alive", POINTERS,
           "    if (regions_.may_dangle(id)) {\n      const bool has_several_lives", "    if (false) {\n      const bool has_several_lives"),
    mutant("a variable lives on behind its block", POINTERS,
           "reach(edge.target, behind_end_of(registers, op.variable));", "reach(edge.target, registers);"),
    mutant("a variable lives on when its function has returned", KNOWN,
           "  return behind_end_of(pointer.variable, pointer);", "  return pointer;"),
    mutant("what is passed and returned is nobody's variable", KNOWN,
           "    pointer.end = KnownPointer::End::Unknown; // perhaps it is a variable of the caller\n", ""),
    mutant("of two variables the first one ends", KNOWN,
           "a.end != End::Unknown && b.end != End::Unknown && !are_two_variables) {",
           "a.end != End::Unknown && b.end != End::Unknown) {"),
    mutant("the first call says what all pass", POINTERS,
           "Registers joined = place->registers.intersection(registers, combine);", "Registers joined = place->registers;"),
    mutant("null is no value of a pointer that is assigned", POINTERS,
           "return constant.value == 0 && cfa::is_pointer(expression->type) ? null_pointer() : KnownPointer();",
           "return without_null(null_pointer());"),
    mutant("two pointers have all bytes of both", KNOWN,
           "    const Bytes common{std::max(a.bytes->begin, b.bytes->begin), std::min(a.bytes->end, b.bytes->end)};",
           "    const Bytes common{std::min(a.bytes->begin, b.bytes->begin), std::max(a.bytes->end, b.bytes->end)};"),
    mutant("bytes stay where they are when a pointer moves", KNOWN,
           "result.bytes = Bytes{pointer.bytes->begin - distances.begin, pointer.bytes->end - (distances.end - 1)};",
           "result.bytes = pointer.bytes;"),
    mutant("a pointer moves by the least distance", KNOWN,
           "pointer.bytes->end - (distances.end - 1)}", "pointer.bytes->end - distances.begin}"),
    mutant("bytes of what is no object", KNOWN,
           "  const bool is_in_object = pointer.leads_to_object || (pointer.passes_null && pointer.passes_dead);",
           "  const bool is_in_object = true;"),
    mutant("an object that has ended has its bytes", KNOWN,
           "  pointer.leads_to_object = false;\n  pointer.bytes.reset();\n", ""),
    mutant("what was null may be anything when it has moved", KNOWN,
           "  const bool is_derived = pointer.leads_to_object && pointer.passes_null;", "  const bool is_derived = true;"),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
