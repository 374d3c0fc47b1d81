#!/usr/bin/env python3
"""Mistakes in how values are tracked, given up and found by refinement, and in how objects are named."""

import sys

import mutants
from mutants import Mutant

VALUES = "analysis/domains/values/"
ANALYSIS = VALUES + "value_analysis.cpp"
EVALUATION = VALUES + "value_evaluation.cpp"
HEAP = VALUES + "canonical_heap.cpp"
PRECISION = VALUES + "value_precision.cpp"
INTERPOLATION = "analysis/refinement/values/value_interpolation.cpp"
PREDICATES = "analysis/domains/predicates/"
DOMAINS = ("{build}/bin/test_domains", "--gtest_filter=Value*:Canonical*")
REFINEMENT = ("{build}/bin/test_refinement", "--gtest_filter=ValueInterp*")
PROGRAMS = ("{build}/bin/test_verifier", "--gtest_filter=*RefinedValues*:*Values.*:Canonical*")
EDITS = ("{build}/bin/test_reuse", "--gtest_filter=EditOfTrackedValues*")


def mutant(name, file, old, new, *commands):
    targets = tuple(command[0].split("/")[-1] for command in commands)
    return Mutant(name, file, old, new, targets, commands, 120)


MUTANTS = [
    mutant("the cheapest reason is not looked for", INTERPOLATION,
           "*std::ranges::min_element(reasons, {}, cost)", "reasons.front()", REFINEMENT),
    mutant("what is computed from is needed", INTERPOLATION,
           "  for (const TrackedPlace& place : order) {\n    try_without({place});\n  }", "", REFINEMENT),
    mutant("a sum says the wrong thing of its sides", EVALUATION, "*left - value)", "value - *left)", REFINEMENT),
    mutant("a sum of signed numbers may wrap around", EVALUATION,
           "if (type->is_signed() && wrapped != other) {", "if (wrapped != other) {", REFINEMENT),
    mutant("what is forgotten is what is around it", VALUES + "value_restriction.cpp",
           "} else if (result.background) {", "} else if (false) {", DOMAINS),
    mutant("all that is computed is tracked", ANALYSIS,
           "if (!precision_.tracks_everything()) {", "if (false) {", PROGRAMS),
    mutant("all objects have names", ANALYSIS, "    if (!precision_.names(edge_.id)) {", "    if (false) {", PROGRAMS),
    mutant("objects without names are states that lack something", "analysis/refinement/values/value_refiner.cpp",
           "return is_within(known, wanted, interpolants.named);", "return domains::is_covered(known, wanted);", PROGRAMS),
    mutant("as many values as allowed are too many", VALUES + "value_threshold.cpp",
           "return seen.size() > most;", "return seen.size() >= most;", DOMAINS),
    mutant("what is given up stays in the state", ANALYSIS,
           "[&](const TrackedPlace& place) { return !more.places.contains(place); }", "[](const TrackedPlace&) { return true; }",
           PROGRAMS),
    mutant("what was given up comes back", PRECISION,
           "  contents.given_up.places.insert(other.contents_->given_up.places.begin(), other.contents_->given_up.places.end());\n", "",
           DOMAINS),
    mutant("names that were given up come back", PRECISION,
           "         !contents_->given_up.names.contains(allocation);", "         true;", DOMAINS),
    mutant("nobody takes over what is given up", PREDICATES + "predicate_analysis.cpp",
           "if (conditions_ == nullptr || !has_changed) {", "if (true) {", PROGRAMS),
    mutant("predicates that are taken over count from the next segment on", PREDICATES + "predicate_analysis.cpp",
           "if (abstraction.previous == nullptr) {", "if (true) {", PROGRAMS),
    mutant("only registers lead to objects", HEAP, "if (ObjectId::of_number(object).is_variable()) {\n        find_in(contents);",
           "if (false) {\n        find_in(contents);", DOMAINS),
    mutant("what objects lead to is lost", HEAP, "      if (contents != nullptr) {\n        find_in(*contents);", "      if (false) {\n        find_in(*contents);",
           DOMAINS),
    mutant("loops that allocate have new names in each round", ANALYSIS,
           "        successor = with_canonical_heap(successor);\n", "", PROGRAMS),
    mutant("nobody is told how far it came", "analysis/configurations/portfolio.cpp",
           "    run_context.report(\"ending\"); // to take apart what was explored may take longer than is left\n", "", PROGRAMS),
    mutant("an edit takes back what was found", "analysis/configurations/portfolio.cpp",
           "learnt_(last ? program.learnt.with(last->places) : program.learnt)", "learnt_(program.learnt)", EDITS),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
