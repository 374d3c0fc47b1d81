#pragma once

#include "analysis/report/block_heuristic.hpp"
#include "analysis/report/exploration_settings.hpp"
#include "analysis/report/predicate_settings.hpp"
#include "analysis/report/tracked_precision.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// The question: a C file, and what is to be verified of it, and how.
namespace vouch {

/// What `--property` names; docs/properties says what each one means.
enum class Property { Assert, ReachError, Overflow, DivisionByZero, Null, Bounds, UseAfterFree, Memory };
/// What users get checked who do not say what: all that a program means to avoid whatever it is for.
inline constexpr std::array checked_by_default = {Property::Assert,      Property::ReachError, Property::Null,
                                                  Property::Bounds,      Property::Overflow,   Property::DivisionByZero,
                                                  Property::UseAfterFree};
enum class DataModelName { Lp64, Ilp32 };
/// Whether what the cache says is verified once more, and compared.
enum class CacheAudit { Off, On };
/// Where definitions of what a file only declares are looked for: in the other files of its compilation database, or
/// nowhere.
enum class Linking { Database, None };
/// What `malloc` and its relatives do: give memory, or null at any time. AsChecked: null where null pointers are checked.
enum class Allocation { AsChecked, Succeeds, MayFail };
/// Who calls a function that is verified on its own. Sensible: whoever means it well; what goes wrong only because of an
/// argument that the function does not expect is a hint (decision 0205). Any: every caller that the types allow.
enum class Callers { Sensible, Any };
/// Whether the report has a note for each entry point that says where its verdict comes from and what it rests on.
enum class Explanations { Off, On };
/// Whether the report has the graphs of the last exploration for each entry point. Then each is explored: executions
/// alone and the cache decide nothing.
enum class ExportedGraphs { None, LastExploration };
/// Whether the report has what refinement found to matter. Then the cache decides nothing.
enum class ExportedPrecision { None, Found };

/// Whether the program is executed before it is analysed. Off: for tests of the analyses, which otherwise would not be
/// asked for what an execution finds out.
enum class Executions { On, Off };

/// Lines of the file that is verified, from 1; none if `last` is 0.
struct FirstLines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// A place in the file that is verified.
struct AskedPlace {
  std::uint32_t line = 0;   ///< from 1; 0: none
  std::uint32_t column = 0; ///< from 1, in bytes
};

/// When attempts of a preset pause, besides when their shares of the time are over; 0: not. Once each has come to its end or
/// paused, all go on, and may go twice as far.
struct Pausing {
  std::uint64_t milliseconds = 0; ///< of processor time
  std::uint64_t states = 0;       ///< made in one attempt
  std::uint64_t mebibytes = 0;    ///< by which an attempt makes the process larger
};

/// Numbers that are twice as large can still be added, and are numbers of bytes if they are of MiB.
inline constexpr std::uint64_t largest_pausing_threshold = std::uint64_t{1} << 40U;

struct Options {
  std::string entry; ///< empty: `main` if there is one, else every externally visible function
  std::vector<Property> properties = {Property::Assert, Property::ReachError};
  std::string analysis = "default"; ///< the name of one of `presets()` (verifier.hpp)
  DataModelName data_model = DataModelName::Lp64;
  Linking linking = Linking::Database;
  Allocation allocation = Allocation::AsChecked;
  Callers callers = Callers::Sensible;
  BlockHeuristic blocks = BlockHeuristic::Automatic;
  PrecisionInKey precision_in_key = PrecisionInKey::No;
  BlockOperator block_operator = BlockOperator::Loops;
  PredicateAbstraction abstraction = PredicateAbstraction::Cartesian;
  PrecisionScope precision_scope = PrecisionScope::Location;
  std::uint64_t value_threshold = 5; ///< how many values a variable may have at one place; others are given up
  ValueScope value_scope = ValueScope::Variable; ///< where values are tracked that refinement finds to matter
  EliminationOrder elimination_order = EliminationOrder::CostlyFirst;
  ValueCounting value_counting = ValueCounting::Location; ///< where they are counted
  TraversalOrder traversal_order = TraversalOrder::ReversePostOrder;
  std::uint64_t seed = 0; ///< of a random order
  ProductMerge product_merge = ProductMerge::AsPreset;
  ProductStop product_stop = ProductStop::AsPreset;
  ValueMerge value_merge = ValueMerge::Separate;
  TrackedPrecision precision = {}; ///< that analyses begin with
  Pausing pausing = {};
  TreeInterpolation tree_interpolation = TreeInterpolation::Folded;
  ProofChecks proof_checks = ProofChecks::WhenCheap;
  Executions executions = Executions::On;
  std::string cache_folder; ///< where verdicts are kept from run to run; empty: nowhere
  CacheAudit cache_audit = CacheAudit::Off;
  Explanations explanations = Explanations::Off;
  ExportedGraphs graphs = ExportedGraphs::None;
  ExportedPrecision exported_precision = ExportedPrecision::None;
  std::uint64_t entry_milliseconds = 0; ///< wall clock for each entry point; 0: what is left is shared among them
  /// Of entry points that may enter these functions, in milliseconds, if it is more than `entry_milliseconds`.
  std::map<std::string, std::uint64_t> longer_budgets;
  std::vector<std::string> first_entries; ///< verified before the others
  FirstLines first_lines;                 ///< functions of the file that have one of these lines are too
  /// If it is one: nothing is asked but the checks that begin there. Runs that fail another one before end as ever.
  AskedPlace only_checks_at;
};

/// A choice of analyses that `--analysis` names.
struct PresetName {
  std::string name;
  std::string description; ///< part of a sentence: "executions, values, predicates, one after the other"
  /// Whether editors offer it, or only the command line does, for those who study analyses.
  enum class Audience { Users, Researchers } audience = Audience::Users;
};

/// One C file to verify, as an editor or a command line gives it.
struct SourceInput {
  std::string path;                           ///< as the user wrote it; messages use it
  std::map<std::string, std::string> unsaved; ///< contents of open buffers by absolute path, the file itself included
  std::vector<std::string> clang_arguments;   ///< given on the command line, behind those of the database
  std::string build_directory;                ///< where compile_commands.json is; empty: searched upwards from the file
};

} // namespace vouch
