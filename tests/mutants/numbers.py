#!/usr/bin/env python3
"""Mistakes in what is known of numbers without a solver: each would take a check away that can fail."""

import sys

import mutants
from mutants import Mutant

RANGES = "analysis/domains/numbers/number_ranges.cpp"
TABLES = "analysis/facts/constant_tables.cpp"
EVALUATION = "analysis/domains/numbers/interval_evaluation.cpp"
TESTS = ("{build}/bin/test_domains", "--gtest_filter=*Ranges*:*Interval*:ConstantTables*")


def mutant(name, file, old, new):
    return Mutant(name, file, old, new, ("test_domains",), (TESTS,), 60)


MUTANTS = [
    mutant("a call keeps what has static storage", RANGES,
           "return cfa::has_automatic_storage(cfa_.variable(cfa::VariableId(key)));", "return key != ~std::uint64_t{0};"),
    mutant("only the first call counts", RANGES,
           "    const bool is_widened = is_widening_point(",
           "    if (is_widening_point(cfa_, location) && !cfa_.location(location).is_loop_head) {\n      return;\n    }\n"
           "    const bool is_widened = is_widening_point("),
    mutant("assertions are proved without anybody seeing it", RANGES,
           "return !cfa::is_claim(target.property);",
           "return !target.message.empty();"),
    mutant("one side of an or that is impossible is enough", EVALUATION,
           "return left && right ? std::optional(registers_) : left ? left : right;",
           "return left && right ? std::optional(registers_) : std::nullopt;"),
    mutant("what is not written is not zero", TABLES,
           "      add(region, 0);\n", "      static_cast<void>(region);\n"),
    mutant("the last element is all that a table has", TABLES,
           "void add(RegionId region, cfa::Integer number) { stored_[region].insert(number); }",
           "void add(RegionId region, cfa::Integer number) { stored_[region] = {number}; }"),
    mutant("of a long table the first row is all", TABLES,
           "      if (cells.offsets.is_exact()) {", "      if (cells.size != 0) {"),
    mutant("no number of a long table is negative", TABLES,
           "  return value <= cfa::maximum_value(type) ? value : value - (cfa::maximum_value(type) + 1) * 2;",
           "  return value;"),
    mutant("a table may be read as another type", TABLES,
           "  return cells != nullptr && cells->type == expression->type ?", "  return cells != nullptr ?"),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
