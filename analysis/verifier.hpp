#pragma once

#include "analysis/cfa/block_heuristic.hpp"
#include "analysis/domains/predicate_settings.hpp"
#include "analysis/reachability_graph.hpp"
#include "analysis/support/run_context.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The one door to the engine: plain data in, plain data out. Everything here can be serialised and sent to another
/// process; nothing here knows of editors, of solvers or of Clang.
namespace vouch {

enum class Verdict { Safe, Violated, Unknown };
/// What `--property` names; docs/properties says what each one means.
enum class Property { Assert, ReachError, Overflow, DivisionByZero, Null, Bounds, UseAfterFree, Memory };
enum class AnalysisPreset { Default, Value, Predicate };
enum class DataModelName { Lp64, Ilp32 };
/// Whether what the cache says is verified once more, and compared.
enum class CacheAudit { Off, On };
/// Where definitions of what a file only declares are looked for: in the other files of its compilation database, or
/// nowhere.
enum class Linking { Database, None };
/// What `malloc` and its relatives do: give memory, or null at any time.
enum class Allocation { Succeeds, MayFail };
/// Whether the report has a note for each entry point that says where its verdict comes from and what it rests on.
enum class Explanations { Off, On };
/// Whether the report has the graphs of the last exploration for each entry point. Then each is explored: executions
/// alone and the cache decide nothing.
enum class ExportedGraphs { None, LastExploration };

/// Whether the program is executed before it is analysed. Off: for tests of the analyses, which otherwise would not be
/// asked for what an execution finds out.
enum class Executions { On, Off };

struct Options {
  std::string entry; ///< empty: `main` if there is one, else every externally visible function
  std::vector<Property> properties = {Property::Assert, Property::ReachError};
  AnalysisPreset analysis = AnalysisPreset::Default;
  DataModelName data_model = DataModelName::Lp64;
  Linking linking = Linking::Database;
  Allocation allocation = Allocation::Succeeds;
  BlockHeuristic blocks = BlockHeuristic::RecursiveFunctions;
  PrecisionInKey precision_in_key = PrecisionInKey::No;
  BlockOperator block_operator = BlockOperator::Loops;
  PredicateAbstraction abstraction = PredicateAbstraction::Cartesian;
  PrecisionScope precision_scope = PrecisionScope::Location;
  TreeInterpolation tree_interpolation = TreeInterpolation::Folded;
  ProofChecks proof_checks = ProofChecks::WhenCheap;
  Executions executions = Executions::On;
  std::string cache_folder; ///< where verdicts are kept from run to run; empty: nowhere
  CacheAudit cache_audit = CacheAudit::Off;
  Explanations explanations = Explanations::Off;
  ExportedGraphs graphs = ExportedGraphs::None;
  std::uint64_t entry_milliseconds = 0; ///< wall clock for each entry point; 0: what is left is shared among them
  /// Of entry points that may enter these functions, in milliseconds, if it is more than `entry_milliseconds`.
  std::map<std::string, std::uint64_t> longer_budgets;
  std::vector<std::string> first_entries; ///< verified before the others
};

/// One C file to verify, as an editor or a command line gives it.
struct SourceInput {
  std::string path;                           ///< as the user wrote it; messages use it
  std::map<std::string, std::string> unsaved; ///< contents of open buffers by absolute path, the file itself included
  std::vector<std::string> clang_arguments;   ///< given on the command line, behind those of the database
  std::string build_directory;                ///< where compile_commands.json is; empty: searched upwards from the file
};

struct Place {
  std::string file;
  unsigned line = 0;   ///< from 1
  unsigned column = 0; ///< from 1, in bytes
  unsigned end_line = 0;
  unsigned end_column = 0;
};

enum class TraceStepKind { Statement, Assignment, BranchTaken, BranchNotTaken, Call, Return, Input, Violation };

/// One step of a counterexample. `values` are the variables the step wrote, or for branches and violations those it
/// read, in C notation.
struct TraceStep {
  Place place;
  std::string function;
  TraceStepKind kind = TraceStepKind::Statement;
  std::string text;
  std::vector<std::pair<std::string, std::string>> values;
};

/// Who sees the violation: every user of the program, or whoever calls the function with suitable arguments.
enum class Reach { Program, SomeCaller };

/// What it takes to execute a run once more.
struct ReplayableRun {
  std::string entry; ///< the function where it starts
  std::vector<std::string>
      inputs; ///< the values that it asks for, in this order: decimal integers, floats as their bits
};

/// Whether the compiled program does what a violation's run does.
enum class NativeConfirmation {
  NotTried,
  Confirmed,
  Impossible, ///< no test could be made of the run, or none could be compiled
};

struct Violation {
  Property property = Property::Assert;
  std::string code = "assert"; ///< which part of the property, such as `signed-overflow`: a page in docs/properties
  std::string message;
  std::string function;
  Place place;
  bool confirmed = false; ///< replayed on the concrete interpreter up to the same place
  Reach reach = Reach::Program;
  std::vector<TraceStep> trace;
  ReplayableRun run = {}; ///< the one that `trace` tells about; no entry if it cannot be executed
  std::string fingerprint =
      {}; ///< 32 hexadecimal digits that stay the same when code moves; equal assertions may share it
  NativeConfirmation native = NativeConfirmation::NotTried;
  std::string native_obstacle = {}; ///< where it is impossible: why
};

/// The reason of functions that no execution from the entry enters: nothing was asked about them.
inline constexpr const char* not_called_reason = "not called from the entry";

/// What a function means to its callers, as far as the proof had to know it, in C expressions.
struct FunctionSummary {
  std::vector<std::string> requirements; ///< hold whenever it is called
  std::vector<std::string> guarantees;   ///< hold when it returns, for calls that keep to them
  std::vector<std::string> changes;      ///< places that exist outside of it and that it may write
  friend bool operator==(const FunctionSummary&, const FunctionSummary&) = default;
};

struct FunctionReport {
  std::string name;
  Place place; ///< of the name in the definition
  Verdict verdict = Verdict::Unknown;
  std::string reason; ///< for Unknown
  std::uint64_t milliseconds = 0;
  bool from_cache = false;
  Place body = {}; ///< the whole definition
  FunctionSummary summary = {};
};

/// What holds whenever control comes to the head of a loop.
struct Invariant {
  std::string function;
  Place place;                             ///< of the loop's condition
  std::string text;                        ///< a C expression
  std::vector<std::string> variables = {}; ///< that the text names
};

/// A message of the compiler, or a note about what was over-approximated or assumed. Information is a note that editors
/// show, too, where it stands.
enum class MessageSeverity { Error, Warning, Note, Information };
struct Message {
  MessageSeverity severity = MessageSeverity::Note;
  Place place;
  std::string text;
};

struct FileReport {
  std::string path;
  bool compiles = true; ///< false: `messages` has Clang's errors and there is no verdict
  Verdict verdict = Verdict::Unknown;
  std::string reason; ///< for Unknown
  std::vector<FunctionReport> functions;
  std::vector<Violation> violations;
  std::vector<Invariant> invariants;
  std::vector<Place> unreachable;       ///< statements that no run comes to, where that is proved
  std::vector<std::string> assumptions; ///< what "safe" rests on, for instance that signed arithmetic does not overflow
  std::vector<Message> messages;
  std::vector<EntryGraphs> graphs;         ///< if they were asked for; never in partial reports
  std::vector<std::string> linked_files;   ///< other files whose definitions were used; absolute, sorted
  std::vector<std::string> included_files; ///< headers that were read, but for the system's; absolute, sorted
  Statistics statistics;
  double seconds = 0;
  double parse_seconds = 0;
};

/// The reason of what is still open in a report of a run that goes on.
inline constexpr const char* not_finished_reason = "not finished";

/// A run that can tell what it has found before it is over.
struct VerificationContext : RunContext {
  /// Called now and then, from within `verify`, with a report of what is decided so far.
  std::function<void(const FileReport&)> on_partial_report;
};

/// Verifies one file. Never throws: a run that `context` ends early gives `Unknown` with the reason, together with what
/// was decided by then. Where there are several entry points, each gets a fair share of the time.
FileReport verify(const SourceInput& input, const Options& options, VerificationContext& context);

using Verify = std::function<FileReport(const SourceInput&, const Options&, VerificationContext&)>;

/// The version of Vouch and of what it was built with, on one line.
std::string version_text();

} // namespace vouch
