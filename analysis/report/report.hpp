#pragma once

#include "analysis/report/options.hpp"
#include "analysis/report/reachability_graph.hpp"
#include "analysis/support/helpers.hpp"
#include "analysis/support/run_context.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The answer: what was found out about a C file.
namespace vouch {

enum class Verdict { Safe, Violated, Unknown };

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
  bool is_relevant = true; ///< the violation depends on it; see trace/run_slice.hpp
};

/// Steps that a reader of the trace can pass over, such as rounds of a loop that are as another one, and what stands in
/// their place.
struct FoldedSteps {
  std::size_t first = 0; ///< from 0
  std::size_t count = 0;
  std::string text; ///< "... 3 more rounds of the loop at line 7"
};

/// Who has the violation. WillHappen: every user of the program, or every caller of the function. CanHappen: some caller of a
/// function that is verified on its own, which tells that case from others. OnlyIfCaller: those who pass something that the
/// function does not expect and does not say so; see decision 0205.
enum class FindingKind { WillHappen, CanHappen, OnlyIfCaller };

/// What callers would have to keep to so that a violation of the kind OnlyIfCaller does not happen.
struct UnstatedPrecondition {
  std::string parameter; ///< of the function where the run starts, or a variable with static storage
  std::string condition; ///< in C; empty if there is no short one
  /// What a proof assumes that leaves the violation out, such as `p is not null`; empty: there is no such proof.
  std::string assumption = {};
};

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
  FindingKind kind = FindingKind::WillHappen;
  std::vector<TraceStep> trace;
  ReplayableRun run = {}; ///< the one that `trace` tells about; no entry if it cannot be executed
  std::string fingerprint =
      {}; ///< 32 hexadecimal digits that stay the same when code moves; equal assertions may share it
  NativeConfirmation native = NativeConfirmation::NotTried;
  std::string native_obstacle = {}; ///< where it is impossible: why
  UnstatedPrecondition precondition = {};
  std::vector<FoldedSteps> folds = {}; ///< of `trace`, in its order
};

/// The reason of functions that no execution from the entry enters: nothing was asked about them.
inline constexpr const char* not_called_reason = "not called from the entry";

/// What a function means to its callers, and what matters in it, as far as the proof had to know it, in C expressions.
struct FunctionSummary {
  std::vector<std::string> requirements; ///< hold whenever it is called
  std::vector<std::string> guarantees;   ///< hold when it returns, for calls that keep to them
  std::vector<std::string> changes;      ///< places that exist outside of it and that it may write
  std::vector<std::string> followed;     ///< variables whose values matter, where refinement has found out which do
  friend bool operator==(const FunctionSummary&, const FunctionSummary&) = default;
};

/// The places of a function where something could go wrong that was asked for.
struct CheckCount {
  std::uint64_t total = 0;
  std::uint64_t open = 0; ///< of them, those that are neither proved nor violated
  /// Of them, those that a proof assumes to pass, since they are about nothing but what callers chose.
  std::uint64_t left_to_callers = 0;
};

/// What is known of one of these places. Left to callers: proved, if callers keep to what is reported. Not reached: no run
/// that was asked about comes to the function.
enum class CheckState { Proved, LeftToCallers, Open, Violated, NotReached };

struct ReportedCheck {
  Place place;
  std::string code;    ///< as in `Violation`
  std::string message; ///< what would be said if it were violated
  CheckState state = CheckState::Open;
};

/// Where a pointer of a function may lead, as far as that is known without looking at single runs.
struct PointerFact {
  std::string name;                      ///< of the parameter or local variable
  Place scope;                           ///< where that is its name
  std::vector<std::string> objects = {}; ///< "`items`", "a `struct node` that callers made"
  /// Besides them, it may lead to objects of which nothing is known.
  bool leads_elsewhere = false;
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
  CheckCount checks = {};
  std::vector<std::string> preconditions = {}; ///< what Safe assumes of callers that the code does not state
  bool is_left_to_callers = false; ///< Unknown, and all is proved but for checks of which hints say what callers decide
  std::vector<ReportedCheck> check_list = {}; ///< all that `checks` counts, in the order of the code
  std::vector<std::string> calls = {};        ///< functions of the file that it may enter without another one between
  std::vector<std::string> statics = {};      ///< variables of static lifetime that it mentions and that may change
  bool is_for_all_callers = false;            ///< verified with whatever callers may pass, not as the file calls it
  std::vector<std::string> assumptions = {};  ///< of those of the file, what Safe rests on
  std::vector<PointerFact> pointers = {};     ///< in the order of their declarations; never in partial reports
};

/// What holds whenever control comes to the head of a loop.
struct Invariant {
  std::string function;
  Place place;                             ///< of the loop's condition
  std::string text;                        ///< a C expression, unless it is about elements
  std::vector<std::string> variables = {}; ///< that the text names
  /// Elements: it says something of all elements of an array, `for all k in [0, n): a[k] <= max`.
  enum class About { Variables, Elements } about = About::Variables;
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
  /// Of the kind OnlyIfCaller: at most one for each function and parameter. They are no violations, and leave what they
  /// are about without a proof.
  std::vector<Violation> hints;
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
  TrackedPrecision precision = {}; ///< what refinement found to matter, if it was asked for; never in partial reports
};

/// The reason of what is still open in a report of a run that goes on.
inline constexpr const char* not_finished_reason = "not finished";

/// A run that can tell what it has found before it is over.
struct VerificationContext : RunContext {
  /// Called now and then, from within `verify`, with a report of what is decided so far.
  std::function<void(const FileReport&)> on_partial_report;
  /// For the functions of a file that has several to verify; nothing: they are verified one after the other.
  StartHelpers start_helpers;
};

} // namespace vouch
