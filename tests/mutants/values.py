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
NEEDED = "analysis/refinement/values/needed_values.cpp"
PREDICATES = "analysis/domains/predicates/"
DOMAINS = ("{build}/bin/test_domains", "--gtest_filter=Value*:Canonical*:Seen*")
REFINEMENT = ("{build}/bin/test_refinement", "--gtest_filter=ValueInterp*")
PROGRAMS = ("{build}/bin/test_verifier", "--gtest_filter=*RefinedValues*:*Values.*:Canonical*")
SETTINGS = ("{build}/bin/test_verifier", "--gtest_filter=ExplorationSettings*:TrackedPrecision*:PredicatedPointers*")
DOMAINS_AND_FORMULAS = ("{build}/bin/test_domains", "--gtest_filter=*Abstraction*")
LOOP = ("{build}/bin/test_core", "--gtest_filter=Cegar*:Reachability*")
BLOCKS = ("{build}/bin/test_bam", "--gtest_filter=BlockMemoization*")
LEFT = ("{build}/bin/test_facts", "--gtest_filter=ValuesLeft*")
ORDERS = ("{build}/bin/test_facts", "--gtest_filter=WeakTopological*")
REFINER = "analysis/refinement/values/value_refiner.cpp"
GAPS = "analysis/refinement/values/knowledge_gaps.cpp"
PRESETS = "analysis/configurations/presets.cpp"
PORTFOLIO = "analysis/configurations/portfolio.cpp"
PORTFOLIO_TESTS = ("{build}/bin/test_configurations", "--gtest_filter=Portfolio*")
LAWS = ("{build}/bin/test_laws", "--gtest_filter=ConditionLaws*:OperatorLaws*:ExplorationLaws*")
POINTERS = "analysis/domains/pointers/pointer_analysis.cpp"
POINTER_DOMAIN = ("{build}/bin/test_domains", "--gtest_filter=Pointers*")
EDITS = ("{build}/bin/test_reuse", "--gtest_filter=EditOfTrackedValues*")


def mutant(name, file, old, new, *commands):
    targets = tuple(command[0].split("/")[-1] for command in commands)
    return Mutant(name, file, old, new, targets, commands, 120)


MUTANTS = [
    mutant("the cheapest reason is not looked for", INTERPOLATION,
           "  std::ranges::stable_sort(candidates, {}, &Candidate::cost);\n", "", REFINEMENT),
    mutant("one reason is given and no other", INTERPOLATION, "if (!is_needed && cost >= limit) {", "if (!is_needed) {",
           REFINEMENT),
    mutant("what costs much comes along", INTERPOLATION, "if (!is_needed && cost >= limit) {", "if (false) {", REFINEMENT),
    mutant("a reason lacks operations that matter to it", INTERPOLATION,
           "return path.is_contradictory({PathState()}, 0, result, precision) ? result : reason;", "return result;", REFINEMENT),
    mutant("nothing is looked for while exploring takes long", REFINER,
           "return few_nodes;", "return std::nullopt;", PROGRAMS),
    mutant("where exploring is shows nothing", "analysis/core/cegar.cpp",
           "      exploration.take_back(*change);\n      most = patience;", "      most = patience;", LOOP),
    mutant("exploring goes on for ever", "analysis/core/reachability.cpp", "if (expanded >= most &&", "if (false &&", LOOP),
    mutant("segments are asked for beside values", PREDICATES + "predicate_analysis.cpp",
           "left_to_others_.emptiness == Emptiness::AskedEverywhere || !predicates.empty()", "true", PROGRAMS),
    mutant("nobody asks whether any run gets to the end of a segment", "analysis/refinement/predicates/predicate_refiner.cpp",
           "      if (block.end->may_be_empty) {", "      if (false) {", PROGRAMS),
    mutant("what was left out is forgotten", PREDICATES + "predicate_abstraction.cpp",
           "a.formula.is_true() ? terms_.logical_and(a.known) : a.formula", "a.formula", DOMAINS_AND_FORMULAS),
    mutant("states that merge are said to stay apart", "analysis/core/composite.cpp",
           "operators_.merge == MergeOperator::Agree && std::ranges::all_of(components_, &Analysis::keeps_apart)", "true", LOOP),
    mutant("conditions in a row have a way in between", "analysis/facts/values_left.cpp",
           "if (incoming.size() != 1) {", "if (incoming.empty()) {", LEFT),
    mutant("what is between two bounds is not known", ANALYSIS,
           "if (next && left != analysis_.values_left_->end()) {", "if (false) {", PROGRAMS),
    mutant("what is computed from is needed", INTERPOLATION,
           "  for (const TrackedPlace& place : elimination(path.places_in(states))) {\n    try_without({place});\n  }", "", REFINEMENT),
    mutant("a sum says the wrong thing of its sides", EVALUATION, "*left - value)", "value - *left)", REFINEMENT),
    mutant("a sum of signed numbers may wrap around", EVALUATION,
           "if (type->is_signed() && wrapped != other) {", "if (wrapped != other) {", REFINEMENT),
    mutant("what is forgotten is what is around it", VALUES + "value_restriction.cpp",
           "} else if (result.background) {", "} else if (false) {", DOMAINS),
    mutant("all that is computed is tracked", ANALYSIS,
           "if (!precision_.tracks_everything()) {", "if (false) {", PROGRAMS),
    mutant("all objects have names", ANALYSIS, "    if (!precision_.names(edge_.id)) {", "    if (false) {", PROGRAMS),
    mutant("objects without names are states that lack something", GAPS,
           "  known.allocations = wanted.allocations; // of others it does not matter\n", "", PROGRAMS),
    mutant("blocks lack what they cannot see", GAPS, "        visit.outside.merge(hidden);\n", "", PROGRAMS),
    mutant("exits of blocks stay as they were", GAPS, "      used_before_.emplace(user.at.set, left.at.set);\n", "", PROGRAMS),
    mutant("results of other precisions are enough", PRESETS, "of_equal_states_and_precision{bam::KeyStates::Equal, PrecisionInKey::Yes}",
           "of_equal_states_and_precision{bam::KeyStates::Larger}", PROGRAMS),
    mutant("results of larger states are enough", PRESETS, "of_equal_states{bam::KeyStates::Equal}", "of_equal_states{}", PROGRAMS),
    mutant("recursion uses what has ended in equal states alone", "analysis/bam/block_memoization.cpp",
           "key_.states == KeyStates::Larger || is_recursive();", "key_.states == KeyStates::Larger;", BLOCKS),
    mutant("what callers keep is not looked for", GAPS,
           "of_caller != interpolants.callers.end() ? of_caller->second : wanted", "wanted", PROGRAMS),
    mutant("in blocks, nothing is looked for while exploring takes long", "analysis/bam/block_memoization.cpp",
           "context, ignored, most);\n    const std::size_t nodes_more", "context, ignored);\n    const std::size_t nodes_more", BLOCKS, PROGRAMS),
    mutant("paths forget what callers know", INTERPOLATION,
           "return {analysis_.state_behind_call(ended.entry, callee, state.here), ended.around};",
           "return {state.here, ended.around};", PROGRAMS),
    mutant("each place of a long path is tried", INTERPOLATION, "if (reason.size() > longest_to_try) {", "if (false) {", PROGRAMS),
    mutant("callers need nothing behind a call", NEEDED, "  Needed result = of_caller;\n", "  Needed result;\n", PROGRAMS),
    mutant("parameters that are needed are computed from nothing", NEEDED, "  read_values(call.parameters, inside, result);\n", "", PROGRAMS),
    mutant("results that are needed are computed from nothing", NEEDED, "  read_values(back.results, behind, result);\n", "", PROGRAMS),
    mutant("what was made of exits that are gone stays", REFINER,
           "if (const auto* gone = std::get_if<core::GoneExit>(&through)) {",
           "if (const auto* gone = std::get_if<core::GoneExit>(&through); gone != nullptr && gone->user == gone->used) {", PROGRAMS),
    mutant("cells that are known as what an object is filled with are asked for again", REFINER,
           "if (!is_finer(exploration, result)) {", "if (false) {", PROGRAMS),
    mutant("exits are given up once", "analysis/core/refinement_progress.cpp", "most_given_up_in_a_row = 1000;", "most_given_up_in_a_row = 1;",
           ("{build}/bin/test_core", "--gtest_filter=RefinementProgress*")),
    mutant("values begin with all there is, where there are blocks", "analysis/configurations/assembly.cpp",
           "refined_values_->starting_with({});", "refined_values_->starting_with(blocks.size() == 0 ? domains::ValuePrecision() : "
           "domains::ValuePrecision::everything());", PROGRAMS),
    mutant("values that may be done without are tried in one order", INTERPOLATION,
           "      std::ranges::reverse(result);\n", "", REFINEMENT),
    mutant("what is out of time begins anew", PORTFOLIO,
           "      paused_[&configuration] = std::move(exploration);\n", "", PORTFOLIO_TESTS),
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
    mutant("what was given up is asked of values again", REFINER,
           "given_up_on(exploration, *path),", "domains::GivenUp(),", PROGRAMS),
    mutant("each cell of an array is found by itself", REFINER,
           "++cells[memory->owner] > few_cells", "++cells[memory->owner] > 1000 * few_cells", PROGRAMS),
    mutant("what is found is tracked at its location alone", REFINER,
           "if (scope_ == ValueScope::Location) {", "if (true) {", PROGRAMS),
    mutant("values along a path are counted anew in each state", ANALYSIS,
           "precision.seen() != nullptr ? *precision.seen() : SeenValues()", "SeenValues()", SETTINGS),
    mutant("what was seen on another way counts too", PRECISION,
           "  contents.whole.insert(other.", "  contents.seen = other.contents_->seen;\n  contents.whole.insert(other.", DOMAINS),
    mutant("thresholds of single variables are not looked at", VALUES + "value_threshold.cpp",
           "return known != of_variable.end() ? known->second : most;", "return most;", DOMAINS),
    mutant("values that are to be joined stay apart", ANALYSIS,
           "return merge_ == ValueMerge::Separate ? reached", "return true ? reached", SETTINGS),
    mutant("predicates of a function are kept for one place", "analysis/reuse/kept_proof.cpp",
           "    for (const auto& [function, predicates] : tracked.by_function()) {", "    for (const auto& [function, predicates] : std::map<cfa::FunctionId, domains::PredicateSet>()) {",
           SETTINGS),
    mutant("the head of a loop is any of its locations", "analysis/facts/weak_topological_order.cpp",
           "      order_.push_back(*head);\n      members.erase(head);",
           "      order_.push_back(members.back());\n      members.pop_back();", ORDERS),
    mutant("a pointer leads where it led on one way", POINTERS,
           "return std::optional(both(known, more));", "return std::optional(known);", POINTER_DOMAIN),
    mutant("memory does not run out", POINTERS, "may_fail ? both(only_null, made) : made", "made", POINTER_DOMAIN),
    mutant("what was moved is where it was", POINTERS,
           "  if (const auto* function = std::get_if<cfa::FunctionAddress>(&value->node)) {",
           "  if (const auto* sum = std::get_if<cfa::Binary>(&value->node)) {\n    return targets_of(sum->left, registers);\n  }\n"
           "  if (const auto* function = std::get_if<cfa::FunctionAddress>(&value->node)) {", POINTER_DOMAIN),
    mutant("a bit-field says what is beside it", EVALUATION,
           "from->width <= to->width", "cfa::size_in_bytes(operand->type) <= cfa::size_in_bytes(expression->type)", LAWS),
    mutant("equal pointers lead to one object", EVALUATION,
           "if (address != nullptr && !evaluator.tells_the_object(*address)) {", "if (false) {", PROGRAMS),
    mutant("predicates say again what values say", PREDICATES + "predicate_analysis.cpp",
           "left_to_others_.said == SaidByOthers::LeftOut && abstractor_->is_known(abstraction)", "false", SETTINGS),
    mutant("a loop's interval is narrower than what was seen", "analysis/domains/numbers/interval_analysis.cpp",
           "widened(thresholds_, *known, interval, type), type);", "*known, type);", LAWS),
    mutant("two objects are never in one place", POINTERS,
           "      result = assume(*result, one, Nullness::Object);\n", "      result = std::nullopt;\n", POINTER_DOMAIN),
]

if __name__ == "__main__":
    sys.exit(mutants.main(MUTANTS))
