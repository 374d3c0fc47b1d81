#include "analysis/configurations/configuration.hpp"
#include "analysis/domains/control/unwound_loops.hpp"
#include "analysis/domains/numbers/interval_analysis.hpp"
#include "analysis/domains/pointers/pointer_analysis.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/reuse/portable_names.hpp"

#include <algorithm>

namespace vouch::configurations {
namespace {

using core::AdjustOperator;
using core::MergeOperator;
using std::chrono::milliseconds;
using std::chrono::seconds;
using enum Decision;

constexpr std::string_view execution;
constexpr std::string_view values = "values";
constexpr std::string_view refined_values = "refined values";
constexpr std::string_view refined_values_and_predicates = "refined values and predicates";
constexpr std::string_view both = "values and predicates";
constexpr std::string_view both_on_bits = "values and predicates over bit-vectors";
constexpr std::string_view refined_values_and_bits = "refined values and predicates over bit-vectors";
constexpr std::string_view few_values_and_predicates = "a few values each, and predicates";
constexpr std::string_view few_refined_values_and_predicates = "a few refined values each, and predicates";
constexpr std::string_view joined_values = "joined values";
constexpr std::string_view joined_values_and_intervals = "joined values and intervals";
constexpr std::string_view intervals = "intervals";
constexpr std::string_view intervals_and_predicates = "intervals and predicates";
constexpr std::string_view pointers_and_predicates = "pointers and predicates";
constexpr std::string_view every_edge = "predicates behind every edge";
constexpr std::string_view integers = "predicates over integers";
constexpr std::string_view bits = "predicates over bit-vectors";
constexpr std::string_view unwound = "unwound loops";
constexpr std::string_view backwards = "predicates backwards";
constexpr std::string_view backwards_by_pairs = "predicates backwards, by single pairs of indices";
constexpr std::string_view backwards_by_atoms = "predicates backwards, by atoms alone";

constexpr Share rest;

/// For values alone: nobody else would tell what a larger state's result does not know.
constexpr bam::BlockKey of_equal_states{bam::KeyStates::Equal};
/// With another precision, a result does not know the values that are tracked by now.
constexpr bam::BlockKey of_same_precision{bam::KeyStates::Larger, PrecisionInKey::Yes};
constexpr bam::BlockKey of_equal_states_and_precision{bam::KeyStates::Equal, PrecisionInKey::Yes};

/// Beside values. What these give up is taken over as far as it was said, so then it is not left out.
constexpr Predicates predicates_beside(smt::Theory theory, TakenOver taken_over = TakenOver::Nothing) {
  const auto said = taken_over == TakenOver::Nothing ? domains::SaidByOthers::LeftOut : domains::SaidByOthers::Repeated;
  return {.theory = theory,
          .taken_over = taken_over,
          .left_to_others = {domains::Emptiness::AskedWherePredicatesAre, said}};
}

/// Intervals of integer registers.
core::Analysis make_intervals(const AnalysedProgram& program) {
  return core::erase(domains::IntervalAnalysis(program.cfa));
}

domains::ValueAnalysis values_of(const AnalysedProgram& program) {
  const facts::ProgramFacts& facts = program.facts;
  const domains::ValueAnalysis values(program.cfa, facts.regions, facts.live(), facts.blocks);
  return program.options.value_merge == ValueMerge::Join ? values.merging() : values;
}

/// Where pointers in registers may lead.
core::Analysis make_pointers(const AnalysedProgram& program) {
  return core::erase(domains::PointerAnalysis(program.cfa));
}

/// Explicit values of everything that the program computes.
core::Analysis make_values(const AnalysedProgram& program) { return core::erase(values_of(program)); }

/// The same, as long as each has few of them.
core::Analysis make_few_values(const AnalysedProgram& program) {
  return core::erase(values_of(program).up_to(threshold_of(program)));
}

/// The same for programs that are unwound, where no part is analysed on its own.
core::Analysis make_unwound_values(const AnalysedProgram& program) {
  return core::erase(domains::ValueAnalysis(program.cfa, program.facts.regions, program.facts.live()));
}

template <class Wanted>
const Wanted* part_of(const Configuration& configuration) {
  for (const Component& component : configuration.components) {
    if (const auto* wanted = std::get_if<Wanted>(&component)) {
      return wanted;
    }
  }
  return nullptr;
}

/// Which round of which loop it is.
core::Analysis make_unwound_loops(const AnalysedProgram& program) {
  return core::erase(domains::UnwoundLoopsAnalysis(program.cfa));
}

} // namespace

domains::ValueThreshold threshold_of(const AnalysedProgram& program) {
  domains::ValueThreshold threshold{program.options.value_threshold, program.options.value_counting};
  if (const auto& given = program.options.precision.thresholds; !given.empty()) {
    const reuse::StableNames stable(program.cfa);
    const reuse::PortableNames names(program.cfa, stable);
    for (const auto& [name, most] : given) {
      if (const std::optional<cfa::VariableId> variable = names.variable(name)) {
        threshold.of_variable.emplace(*variable, most);
      }
    }
  }
  return threshold;
}

const std::vector<Configuration>& all_configurations() {
  static const std::vector<Configuration> configurations = {
      {values, {Domain{make_values}}, {}, of_equal_states},
      {both, {Domain{make_values}, predicates_beside(smt::Theory::Integers)}, {.adjust = AdjustOperator::Together}},
      {both_on_bits,
       {Domain{make_values}, predicates_beside(smt::Theory::Bitvectors)},
       {.adjust = AdjustOperator::Together}},
      {refined_values, {RefinedValues{}}, {}, of_equal_states_and_precision},
      {refined_values_and_predicates,
       {RefinedValues{}, predicates_beside(smt::Theory::Integers)},
       {.adjust = AdjustOperator::Together},
       of_same_precision},
      {refined_values_and_bits,
       {RefinedValues{}, predicates_beside(smt::Theory::Bitvectors)},
       {.adjust = AdjustOperator::Together},
       of_same_precision},
      {few_refined_values_and_predicates,
       {RefinedValues{RefinedValues::Most::AsOptions}, predicates_beside(smt::Theory::Integers, TakenOver::Conditions)},
       {.adjust = AdjustOperator::Together},
       of_same_precision},
      {few_values_and_predicates,
       {Domain{make_few_values}, predicates_beside(smt::Theory::Integers, TakenOver::Conditions)},
       {.adjust = AdjustOperator::Together}},
      {joined_values, {Domain{make_values}}, {.merge = MergeOperator::All}},
      {joined_values_and_intervals, {Domain{make_values}, Domain{make_intervals}}, {.merge = MergeOperator::All}},
      {intervals, {Domain{make_intervals}}},
      {intervals_and_predicates,
       {Domain{make_intervals}, Predicates{smt::Theory::Integers}},
       {.adjust = AdjustOperator::Together}},
      {pointers_and_predicates,
       {Domain{make_pointers}, Predicates{smt::Theory::Integers}},
       {.adjust = AdjustOperator::Together}},
      {every_edge, {Predicates{smt::Theory::Integers, BlockOperator::SingleBlock, PredicateAbstraction::Cartesian}}},
      // Integers find invariants, bit-vectors decide what integers cannot express.
      {integers, {Predicates{smt::Theory::Integers}}},
      {bits, {Predicates{smt::Theory::Bitvectors}}},
      {backwards, {Predicates{smt::Theory::Integers}}, {}, {}, Search::Backwards},
      {backwards_by_pairs, {Predicates{smt::Theory::Integers}}, {}, {}, Search::Backwards, {.longest_disjunction = 1}},
      {backwards_by_atoms, {Predicates{smt::Theory::Integers}}, {}, {}, Search::Backwards, {.longest_disjunction = 0}},
      // Values decide how often loops go round, where that is a constant.
      {unwound,
       {Domain{make_unwound_loops}, Domain{make_unwound_values}, Domain{make_intervals}, Paths{}},
       {.merge = MergeOperator::All},
       {},
       Search::Unwinding},
  };
  return configurations;
}

/// The first attempts are short. Most functions are decided at once by one of them, and whoever edits one, or opens a
/// file with a thousand, waits for it: what does not come to an end must not take much longer than a proof does.
const std::vector<Preset>& all_presets() {
  static const std::vector<Preset> presets = {
      {{"default", "executions, values and predicates, one after the other"},
       {{execution, {milliseconds(4)}},
        {values, {milliseconds(60)}, {}, Where::RoundsAreKnown},
        {integers, {milliseconds(150)}},
        // Ends where predicates unroll loops, and with little for each of many calls.
        {joined_values_and_intervals, {milliseconds(1600), 16}, After{integers, OutOfTime}},
        {execution, {milliseconds(40)}},
        // What is bounded is decided by all of its rounds at once, or left at once.
        {unwound, {milliseconds(1600), 4}, {}, Where::RoundsMayBeBounded},
        // Numbers are soon decided, or soon seen to be too few.
        {integers, {milliseconds(1600), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithCells},
        {backwards, {milliseconds(500), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {integers, {milliseconds(1600), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithSymbolicBounds},
        {integers, {milliseconds(3200), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        // Strides, and many assertions about one array.
        {backwards, {milliseconds(3200), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {values, {milliseconds(100)}, {}, Where::RoundsAreKnown},
        {integers, {milliseconds(400)}},
        // Of what values leave open, only what matters is tracked beside predicates. Callers leave open most of it. Behind
        // predicates alone, whose proofs say what holds in loops.
        {refined_values_and_predicates, {milliseconds(1600), 4}, {}, Where::RoundsMayBeBounded},
        {joined_values_and_intervals, {milliseconds(4800), 8}, After{joined_values_and_intervals, OutOfTime}},
        {execution, {seconds(8), 16}},
        {values, {seconds(16), 64}},
        // Where loops check, that is what is open.
        {backwards, {seconds(8), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {integers, {seconds(8), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithCells},
        {refined_values_and_predicates, {seconds(8), 3}, {}, Where::RoundsMayBeBounded},
        {integers, {seconds(24), 16}},
        {unwound, {seconds(8), 4}},
        {integers, {seconds(16), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithSymbolicBounds},
        {integers, {seconds(16), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {values, {seconds(16), 16}, After{values, OutOfTime}},
        // What all others have left open by now they seldom decide later.
        {unwound, {rest.cap, 2}, After{unwound, OutOfTime}},
        // Values that come to an end make the predicate analysis cheaper, others unroll its loops.
        {both, {rest.cap, 3}, After{values, Open}},
        {integers, rest, After{integers, OutOfTime}},
        {bits, rest, After{integers, Open}}}},
      {{"unwind", "all rounds of loops and all calls, in one query about whole paths",
        PresetName::Audience::Researchers},
       {{unwound, rest}}},
      {{"arrays", "predicates backwards, with inequalities between indices", PresetName::Audience::Researchers},
       {{execution, {milliseconds(40)}},
        {backwards, {rest.cap, 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {backwards, rest}}},
      {{"arrays-pairs", "the same, with inequalities of single pairs of indices", PresetName::Audience::Researchers},
       {{execution, {milliseconds(40)}},
        {backwards_by_pairs, {rest.cap, 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {backwards_by_pairs, rest}}},
      {{"arrays-atoms", "the same, without inequalities", PresetName::Audience::Researchers},
       {{execution, {milliseconds(40)}},
        {backwards_by_atoms, {rest.cap, 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {backwards_by_atoms, rest}}},
      {{"cells", "predicates, with arrays as their values at one index", PresetName::Audience::Researchers},
       {{execution, {milliseconds(40)}},
        {integers, {rest.cap, 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithCells},
        {integers, rest}}},
      {{"value", "executions, and the values that the program computes"},
       {{execution, {milliseconds(4)}},
        {values, {milliseconds(60)}},
        {execution, {milliseconds(40)}},
        {values, {milliseconds(100)}},
        {execution, {seconds(8), 16}},
        {values, rest}}},
      {{"value-refined", "executions, and those values that matter, found by interpolation"},
       {{execution, {milliseconds(4)}},
        {execution, {milliseconds(40)}},
        // Perhaps with places that mattered before an edit; then without.
        {refined_values, {rest.cap, 3}},
        {refined_values, rest, After{refined_values, OutOfTime}}}},
      {{"value-refined-and-predicate", "the same, and predicates for what values leave open",
        PresetName::Audience::Researchers},
       {{execution, {milliseconds(4)}},
        {execution, {milliseconds(40)}},
        {refined_values_and_predicates, rest},
        {refined_values_and_bits, rest, After{refined_values_and_predicates, Open}}}},
      {{"value-and-predicate", "executions, and values and predicates as one analysis",
        PresetName::Audience::Researchers},
       {{execution, {milliseconds(4)}},
        {execution, {milliseconds(40)}},
        {both, rest},
        {both_on_bits, rest, After{both, Open}}}},
      {{"value-threshold", "values as long as each variable has few of them, and predicates for what has more",
        PresetName::Audience::Researchers},
       {{execution, {milliseconds(4)}}, {execution, {milliseconds(40)}}, {few_values_and_predicates, rest}}},
      {{"value-refined-threshold",
        "those values that matter, as long as each variable has few of them, and predicates for what has more",
        PresetName::Audience::Researchers},
       {{execution, {milliseconds(4)}}, {execution, {milliseconds(40)}}, {few_refined_values_and_predicates, rest}}},
      {{"predicate", "executions, and predicates found by interpolation"},
       {{execution, {milliseconds(4)}},
        {integers, {milliseconds(150)}},
        {execution, {milliseconds(40)}},
        {integers, {milliseconds(1600), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithCells},
        {integers, {milliseconds(1600), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithSymbolicBounds},
        {integers, {milliseconds(3200), 2}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {execution, {seconds(8), 16}},
        {integers, {seconds(8), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithCells},
        {integers, {seconds(16), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndexWithSymbolicBounds},
        {integers, {seconds(16), 4}, {}, Where::Everywhere, ProgramVariant::AtOneIndex},
        {integers, rest, After{integers, OutOfTime}},
        {bits, rest, After{integers, Open}}}},
      {{"interval", "intervals of integers, widened at loops, and with predicates for what they leave open",
        PresetName::Audience::Researchers},
       {{intervals, {rest.cap, 4}}, {intervals_and_predicates, rest}}},
      {{"predicated-pointers", "where pointers may lead, joined where predicates agree",
        PresetName::Audience::Researchers},
       {{execution, {milliseconds(4)}}, {execution, {milliseconds(40)}}, {pointers_and_predicates, rest}}},
      {{"constants", "constant propagation: what all ways to a place agree on", PresetName::Audience::Researchers},
       {{joined_values, rest}}},
      {{"dataflow", "constants and intervals, one state for each place", PresetName::Audience::Researchers},
       {{joined_values_and_intervals, rest}}},
      {{"blast", "Cartesian predicates behind every edge, as in lazy abstraction", PresetName::Audience::Researchers},
       {{every_edge, rest}}},
  };
  return presets;
}

std::vector<std::string_view> quick_configurations() { return {values, integers}; }

const Predicates* predicates_of(const Configuration& configuration) { return part_of<Predicates>(configuration); }

const RefinedValues* refined_values_of(const Configuration& configuration) {
  return part_of<RefinedValues>(configuration);
}

bool has_checkable_proofs(const Configuration& configuration) {
  return std::ranges::all_of(configuration.components,
                             [](const Component& component) { return std::holds_alternative<Predicates>(component); });
}

bool needs_no_refinement(const Configuration& configuration) {
  return configuration.search == Search::Refinement &&
         std::ranges::all_of(configuration.components,
                             [](const Component& component) { return std::holds_alternative<Domain>(component); });
}

const Configuration* configuration_named(std::string_view name) {
  const auto found = std::ranges::find(all_configurations(), name, &Configuration::name);
  return found == all_configurations().end() ? nullptr : &*found;
}

const Preset* preset_named(std::string_view name) {
  const auto found =
      std::ranges::find_if(all_presets(), [&](const Preset& preset) { return preset.name.name == name; });
  return found == all_presets().end() ? nullptr : &*found;
}

bool has_attempt(const Preset& preset, std::string_view configuration) {
  return std::ranges::find(preset.attempts, configuration, &Attempt::configuration) != preset.attempts.end();
}

bool has_checkable_attempt(const Preset& preset) {
  return std::ranges::any_of(preset.attempts, [](const Attempt& attempt) {
    const Configuration* configuration = configuration_named(attempt.configuration);
    return configuration != nullptr && has_checkable_proofs(*configuration);
  });
}

} // namespace vouch::configurations
