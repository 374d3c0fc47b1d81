#pragma once

#include "analysis/backward/settings.hpp"
#include "analysis/bam/block_key.hpp"
#include "analysis/core/analysis.hpp"
#include "analysis/core/product_operators.hpp"
#include "analysis/domains/predicates/left_to_others.hpp"
#include "analysis/domains/values/value_threshold.hpp"
#include "analysis/facts/program_facts.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/report/options.hpp"
#include "analysis/smt/encoding/scalar_theory.hpp"

#include <chrono>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

/// Which analyses are run, as plain data: what an analysis is put together from, and which one is tried when.
namespace vouch::configurations {

/// What an analysis is about.
struct AnalysedProgram {
  const cfa::Cfa& cfa;
  const facts::TargetReachability& targets;
  const facts::ProgramFacts& facts;
  const Options& options;
};

/// A domain that needs nothing but the program, by the function that makes it.
struct Domain {
  core::Analysis (*make)(const AnalysedProgram& program) = nullptr;
};
/// What predicates take over of what other components give up: what refinement finds, or conditions of the program besides.
enum class TakenOver { Nothing, Conditions };

/// Predicates, refined by interpolation. What is not set is as the user says.
struct Predicates {
  smt::Theory theory = smt::Theory::Integers; ///< that predicates are written in
  std::optional<BlockOperator> blocks = std::nullopt;
  std::optional<PredicateAbstraction> image = std::nullopt;
  TakenOver taken_over = TakenOver::Nothing;
  domains::LeftToOthers left_to_others = {};
};
/// The formulas of whole paths from the start, never abstracted: to be unwound.
struct Paths {};
/// Explicit values, of what refinement has found to matter.
struct RefinedValues {
  /// AsOptions: what has more values than that is given up, and left to others.
  enum class Most { All, AsOptions } most = Most::All;
};
using Component = std::variant<Domain, Predicates, Paths, RefinedValues>;

/// Refinement: explores, and refines what leads to a target in vain. Unwinding: explores all, calls and rounds of loops one
/// by one, and asks then, in one query, whether a target is reached. Backwards: from the targets, over cubes of predicates.
enum class Search { Refinement, Unwinding, Backwards };

/// An analysis: a product of domains. Location and call stack are a part of each.
struct Configuration {
  std::string_view name; ///< the one spelling: in the cache, in graphs, in tables of attempts
  std::vector<Component> components;
  core::ProductOperators operators = {};
  bam::BlockKey block_key = {}; ///< of blocks that are analysed on their own; the precision also if the user says so
  Search search = Search::Refinement;
  backward::Settings backwards = {}; ///< if it is that
};

/// As the options and the given precision say.
domains::ValueThreshold threshold_of(const AnalysedProgram& program);

/// Null if the configuration has none.
const RefinedValues* refined_values_of(const Configuration& configuration);
const Predicates* predicates_of(const Configuration& configuration);

/// Whether what it proves is a formula for each point, which can be checked and kept. What other domains know of memory
/// cannot be said yet.
bool has_checkable_proofs(const Configuration& configuration);

/// Whether all that it can say is what one exploration says, without solver and without refinement.
bool needs_no_refinement(const Configuration& configuration);

/// How an attempt came to its end. Complete: nothing is left for others to do. Open: something is left that it cannot
/// decide. OutOfTime: it has not come to its end.
enum class Decision { Complete, Open, OutOfTime };

/// A part of the time that is left, but of no more than `cap` of it.
struct Share {
  std::chrono::milliseconds cap = std::chrono::hours(1);
  unsigned divisor = 1;
};

/// Only if the last attempt of that configuration has ended so. If there was none, it counts as OutOfTime.
struct After {
  std::string_view configuration;
  Decision decision;
};

/// Which entry points an attempt is for. RoundsAreKnown: not where loops count up to what inputs say. RoundsMayBeBounded: not where
/// they count up to what callers say, who have no bounds that one could know of.
enum class Where { Everywhere, RoundsAreKnown, RoundsMayBeBounded };

/// Which program an attempt looks at. AtOneIndex: the one whose loops that only check are asked at one index
/// (transformation/checking_loops), if there are such loops. WithSymbolicBounds: that, with unknown numbers in the place of
/// those that loops are bounded by (transformation/symbolic_bounds), if there are any. WithCells: one of these two, with arrays as
/// their values at the index (transformation/cells). What they do not prove stays as it is.
enum class ProgramVariant { AsWritten, AtOneIndex, AtOneIndexWithSymbolicBounds, AtOneIndexWithCells };

/// One row: what is tried, for how long, and whether at all.
struct Attempt {
  std::string_view configuration; ///< its name; empty: the program is executed
  Share time;
  std::optional<After> after = std::nullopt;
  Where where = Where::Everywhere;
  ProgramVariant variant = ProgramVariant::AsWritten;
};

/// What `--analysis` names: attempts, one after the other, until all is decided.
struct Preset {
  PresetName name;
  std::vector<Attempt> attempts;
};

/// The tables (presets.cpp). The names of configurations, and those of presets, are different from one another.
const std::vector<Configuration>& all_configurations();
const std::vector<Preset>& all_presets();

/// Those that decide most programs in little time, by name.
std::vector<std::string_view> quick_configurations();

/// Null if there is none.
const Configuration* configuration_named(std::string_view name);
const Preset* preset_named(std::string_view name);

/// Whether `preset` has an attempt with this configuration.
bool has_attempt(const Preset& preset, std::string_view configuration);
/// Whether it has one whose proofs can be checked.
bool has_checkable_attempt(const Preset& preset);

} // namespace vouch::configurations
