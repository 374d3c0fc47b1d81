#!/usr/bin/env python3
"""Mistakes in which rounds of loops unwinding leaves out, and in what it asks for first."""

import sys

import mutants
from mutants import Mutant

RUNS = "analysis/refinement/loop_free_runs.cpp"
UNWINDING = "analysis/refinement/unwinding.cpp"
FEASIBILITY = "analysis/refinement/feasibility.cpp"
PROGRAMS = ("{build}/bin/test_refinement", "--gtest_filter=*Unwinding*:*Unwound*:*Circles*:*Rounds*-*TheTimeIsTooShort*:*OpenAtOnce*")


def mutant(name, file, old, new):
    return Mutant(name, file, old, new, ("test_refinement",), (PROGRAMS,), 120)


MUTANTS = [
    mutant("memory does not count", RUNS, "[](const auto&) { return true; }},\n                    encoder_",
           "[](const auto&) { return false; }},\n                    encoder_"),
    mutant("what is read only behind the loop does not count", RUNS, "live_.is_live_at(head, id)", "false"),
    mutant("what is not read again counts", RUNS, "live_.is_live_at(head, id)", "true"),
    mutant("static variables do not count", RUNS, "return !cfa::has_automatic_storage(variable) ||", "return false ||"),
    mutant("circles have one round", RUNS, "longest_circle = 8", "longest_circle = 1"),
    mutant("rounds in a circle are looked at", UNWINDING, "ask_soon(domains::path_since_abstraction(state), goes_in_no_circle)",
           "ask_soon(domains::path_since_abstraction(state), services_.terms.boolean(true))"),
    mutant("a round that begins as an earlier one is looked at", UNWINDING, "if (goes_in_no_circle.is_false()) {",
           "if (false) {"),
    mutant("loops around may go in circles", RUNS, "rounds.empty() ? round_around(head) :",
           "rounds.empty() ? std::optional<core::ArgNodeId>() :"),
    mutant("only the heap at its lowest address is asked for", FEASIBILITY,
           "if (std::holds_alternative<FeasiblePath>(found)) {", "if (true) {"),
]

sys.exit(mutants.main(MUTANTS))
