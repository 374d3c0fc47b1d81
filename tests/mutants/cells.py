#!/usr/bin/env python3
"""Mistakes in programs with cells in the place of arrays, and at one index: each would prove what does not hold, or find nothing."""

import sys

import mutants
from mutants import Mutant

CELLS = "analysis/transformation/cells.cpp"
ACCESSES = "analysis/transformation/array_accesses.cpp"
LOOPS = "analysis/transformation/checking_loops.cpp"
PROOFS = ("{build}/bin/test_verifier", "--gtest_filter=*Cells*:*AtOneIndex*")
FACTS = ("{build}/bin/test_findings", "--gtest_filter=LoopInv*")


def mutant(name, file, old, new, command=PROOFS):
    return Mutant(name, file, old, new, (command[0].split("/")[-1],), (command,), 240)


MUTANTS = [
    mutant("what is filled stays", CELLS, "[&](const cfa::SetMemory& op) { forget_at(op.destination); },", ""),
    mutant("who moves a pointer keeps its cells", CELLS, "return cell.array.holder() == written;", "return false && cell.array.holder() == written;"),
    mutant("an array has one life", CELLS, "[&](const cfa::Declare& op) { forget_objects(&accesses_.objects_of(op.variable)); },", ""),
    mutant("a store's cells change one after the other", CELLS, "if (changes.size() > 1) {", "if (changes.size() > 1000) {"),
    mutant("bytes that are read in part have cells", ACCESSES,
           "excluded_.insert(source->regions.begin(), source->regions.end());", ""),
    mutant("each activation has the same pointers", ACCESSES,
           "if (cfa::has_automatic_storage(variable) && recursive.contains(variable.function)) {",
           "if (false && recursive.contains(variable.function)) {"),
    mutant("another element is the same behind a store", CELLS,
           "if (!std::holds_alternative<cfa::Assume>(edge.operation) && !std::holds_alternative<cfa::Skip>(edge.operation)) {",
           "if (std::holds_alternative<cfa::Return>(edge.operation)) {"),
    mutant("what conditions say of other elements is lost", CELLS, "result = loads(edge.operation, load) ? location : result;", ""),
    mutant("bounds stay numbers", "analysis/transformation/symbolic_bounds.cpp",
           "return key && bounds_.variables.contains(target) ? symbol(*key, value->type) : value;", "return value;"),
    mutant("an index that is drawn again is drawn at the start", LOOPS, "!repeated.may_be_repeated(cfa::EdgeId(index))", "true"),
    mutant("an index of the program is any index", LOOPS,
           "new_index(cfa_.variable(target).type, cfa::VariableKind::OwnIndex)",
           "new_index(cfa_.variable(target).type, cfa::VariableKind::Index)", FACTS),
    mutant("an index is drawn where it is read", LOOPS, "std::ranges::for_each(inputs, [&]", "if (false) std::ranges::for_each(inputs, [&]"),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
