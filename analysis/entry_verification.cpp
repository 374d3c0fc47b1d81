#include "analysis/entry_verification.hpp"

#include "analysis/core/cegar.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/call_stack.hpp"
#include "analysis/domains/location.hpp"
#include "analysis/domains/predicate_analysis.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/refinement/predicate_refiner.hpp"
#include "analysis/refinement/proof_check.hpp"
#include "analysis/smt/interpolation.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/path_inputs.hpp"
#include "analysis/trace/render_trace.hpp"
#include "analysis/trace/replay.hpp"

#include <algorithm>

namespace vouch {
namespace {

/// Everything that one run of the predicate analysis owns.
class PredicateRun {
public:
  PredicateRun(const cfa::Cfa& cfa, const ProgramFacts& facts, const Options& options, smt::Theory theory,
               RunContext& context)
      : integers_(terms_, cfa, facts.regions, smt::Theory::Integers),
        bits_(terms_, cfa, facts.regions, smt::Theory::Bitvectors), integer_paths_(formulas_, terms_, integers_),
        bit_paths_(formulas_, terms_, bits_), encoder_(theory == smt::Theory::Integers ? integers_ : bits_),
        paths_(theory == smt::Theory::Integers ? integer_paths_ : bit_paths_),
        abstractor_(terms_, encoder_, paths_, context, options.abstraction),
        blocks_(cfa, facts.recursive, options.block_operator),
        analysis_(core::compose(
            {core::erase(domains::LocationAnalysis(cfa)), core::erase(domains::CallStackAnalysis(cfa)),
             core::erase(domains::PredicateAnalysis(cfa, formulas_, abstractor_, blocks_, terms_.boolean(true)))})),
        loop_interpolator_(smt::make_path_program_interpolator(terms_, context)),
        interpolator_(smt::make_interpolator(terms_, context)),
        refiner_({cfa, terms_, {encoder_, paths_}, {bits_, bit_paths_}, *loop_interpolator_, *interpolator_},
                 options.precision_scope, options.abstraction) {}

  const core::Analysis& analysis() { return analysis_; }
  core::Refiner& refiner() { return refiner_; }
  smt::Encoder& encoder() { return encoder_; }

private:
  smt::TermManager terms_;
  smt::Encoder integers_;
  smt::Encoder bits_;
  domains::PathFormulas formulas_;
  domains::PathFormulaEncoder integer_paths_;
  domains::PathFormulaEncoder bit_paths_;
  smt::Encoder& encoder_;
  domains::PathFormulaEncoder& paths_;
  domains::PredicateAbstractor abstractor_;
  domains::Blocks blocks_;
  core::Analysis analysis_;
  std::unique_ptr<smt::Interpolator> loop_interpolator_;
  std::unique_ptr<smt::Interpolator> interpolator_;
  refinement::PredicateRefiner refiner_;
};

/// Why a target that was reached is not a violation.
std::string open_reason(const core::TargetReason& target, const cfa::Cfa& cfa, const std::string& detail) {
  std::string place = to_string(cfa.location(target.location).range);
  switch (target.kind) {
  case core::TargetKind::Unsupported:
    return "unsupported construct: " + target.text + " at " + place;
  case core::TargetKind::Recursion:
    return "recursion: " + target.text + " at " + place;
  case core::TargetKind::Property:
    return detail + " (" + target.text + " at " + place + ")";
  }
  return detail;
}

/// Moves the violation to the last call of its run that users see.
void blame_the_call(Violation& violation, const std::string& message) {
  auto is_call = [](const TraceStep& step) { return step.kind == TraceStepKind::Call; };
  auto call = std::find_if(violation.trace.rbegin(), violation.trace.rend(), is_call);
  if (call == violation.trace.rend()) {
    return;
  }
  violation.message = message;
  violation.function = call->function;
  violation.place = call->place;
  TraceStep& last = violation.trace.back();
  last.place = call->place;
  last.function = call->function;
  last.text = violation.message;
}

/// The violation at `location`, to which `inputs` lead.
Violation confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter, const cfa::EntryPoint& entry,
                              cfa::LocationId location, const std::vector<cfa::Integer>& inputs) {
  const cfa::Location& target = cfa.location(location);
  Violation violation;
  violation.property = frontend::property_of(target.target->property);
  violation.code = cfa::code_of(target.target->property);
  violation.message = target.target->message;
  violation.function = cfa.function(target.function).name;
  violation.place = {target.range.path(), target.range.begin.line, target.range.begin.column, target.range.end.line,
                     target.range.end.column};
  violation.confirmed = true;
  violation.reach = entry.kind == cfa::EntryKind::Program ? Reach::Program : Reach::SomeCaller;
  violation.trace = trace::render_trace(interpreter, entry.start, inputs);
  if (target.function == cfa.location(entry.start).function) { // behind the entry function's return
    violation.function = cfa.function(entry.function).name;
    violation.trace.back().function = violation.function;
  } else if (cfa.function(target.function).is_synthetic) { // the model of a library function
    blame_the_call(violation, "in the call of a library function, " + violation.message);
  } else if (!target.target->contract_of.empty()) { // contracts call nothing
    blame_the_call(violation, "the call breaks the contract of \"" + target.target->contract_of + "\": " +
                                  violation.message);
  }
  return violation;
}

/// What is left of one entry point when a theory has done what it can.
struct Rest {
  core::TargetKeys decided;           ///< targets that need no further look
  std::vector<std::string> open;      ///< what stays unknown whatever the theory
  std::vector<std::string> undecided; ///< what another theory may decide
};

enum class SearchVerdict { Open, Decided };

/// Executes the program for a short while before anything is proved: shallow violations turn up in milliseconds, and a
/// program with only one run is decided by that run.
SearchVerdict search_by_execution(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                  const cfa::EntryPoint& entry, const RunContext& context, EntryOutcome& outcome,
                                  Rest& rest) {
  trace::SearchLimits limits;
  limits.time = context.remaining(std::chrono::milliseconds(8000)) / 16;
  trace::SearchResult found = trace::search_by_execution(interpreter, entry.start, limits, context);
  if (found.violation) {
    trace::ListedInputs inputs(found.violation->inputs);
    trace::Replay replay =
        trace::replay(interpreter, entry.start, found.violation->target, inputs, {.context = &context});
    if (replay.confirmed) {
      outcome.violations.push_back(
          confirmed_violation(cfa, interpreter, entry, found.violation->target, found.violation->inputs));
      rest.decided.insert({core::TargetKind::Property, found.violation->target});
    }
    if (!replay.confirmed) {
      return SearchVerdict::Open;
    }
  }
  bool is_whole_program = cfa.function(entry.function).name == "main";
  return found.has_only_one_run_and_it_ends && is_whole_program ? SearchVerdict::Decided : SearchVerdict::Open;
}

/// A second opinion on what `run` proved; nothing if there is no objection.
std::optional<std::string> objection(const core::ReachedSet& reached, const cfa::Cfa& cfa, const cfa::EntryPoint& entry,
                                     const core::TargetKeys& excluded, PredicateRun& run, ProofChecks checks,
                                     std::chrono::steady_clock::duration exploration_time, const RunContext& context) {
  const refinement::Proof proof = refinement::proof_of(reached);
  RunContext check_context = context;
  if (checks == ProofChecks::WhenCheap) {
    check_context.deadline =
        std::chrono::steady_clock::now() +
        std::min<std::chrono::steady_clock::duration>(exploration_time / 4 + std::chrono::milliseconds(100),
                                                      context.remaining(std::chrono::hours(1)) / 2);
  }
  try {
    const refinement::ProofVerdict verdict =
        refinement::check_proof(proof, cfa, entry.start, excluded, run.encoder(), check_context);
    auto on_accepted = [](const refinement::ProofAccepted&) { return std::optional<std::string>(); };
    auto on_rejected = [](const refinement::ProofRejected& rejected) {
      return std::optional("the proof was rejected: " + rejected.reason);
    };
    auto on_unchecked = [&](const refinement::ProofUnchecked& unchecked) {
      return checks == ProofChecks::Always ? std::optional("the proof was not checked: " + unchecked.reason)
                                           : std::nullopt;
    };
    return std::visit(Overloaded{on_accepted, on_rejected, on_unchecked}, verdict);
  } catch (const Interrupted&) {
    context.check(); // the whole run is over
    return std::nullopt;
  }
}

void run_theory(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const ProgramFacts& facts,
                const trace::Interpreter& interpreter, const Options& options, smt::Theory theory, RunContext& context,
                EntryOutcome& outcome, Rest& rest) {
  const auto start_time = std::chrono::steady_clock::now();
  PredicateRun run(cfa, facts, options, theory, context);
  core::ReachedSet reached(run.analysis(), cfa, entry.start, core::TraversalOrder::ReversePostOrder);
  core::TargetKeys ignored = rest.decided;
  auto on_undecided = [&](const core::Undecided& undecided) {
    rest.undecided.push_back(open_reason(undecided.target, cfa, undecided.reason));
    ignored.insert(core::key_of(undecided.target));
    return true;
  };
  auto on_violated = [&](const core::Violated& violated) {
    core::TargetKey key = core::key_of(violated.target);
    ignored.insert(key);
    rest.decided.insert(key);
    if (violated.target.kind != core::TargetKind::Property) {
      rest.open.push_back(open_reason(violated.target, cfa, {}));
      return true;
    }
    trace::PathInputs path_inputs(cfa, violated.path);
    trace::RecordedInputs inputs(path_inputs);
    trace::Replay replay = trace::replay(interpreter, entry.start, violated.path.target, inputs, {.context = &context});
    if (replay.confirmed) {
      outcome.violations.push_back(confirmed_violation(cfa, interpreter, entry, violated.path.target, inputs.values()));
    } else {
      rest.open.push_back(
          open_reason(violated.target, cfa, "a possible violation was not confirmed: " + replay.reason));
    }
    return true;
  };
  auto on_proved = [](const core::Proved&) { return false; };
  while (std::visit(Overloaded{on_undecided, on_violated, on_proved},
                    core::run_cegar(reached, run.refiner(), context, ignored))) {
  }
  if (rest.open.empty() && rest.undecided.empty()) {
    const auto time = std::chrono::steady_clock::now() - start_time;
    if (auto reason = objection(reached, cfa, entry, ignored, run, options.proof_checks, time, context)) {
      rest.undecided.push_back(*reason);
    }
  }
}

} // namespace

void EntryVerifier::verify(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  Rest rest;
  if (search_by_execution(cfa_, interpreter_, entry, context, outcome, rest) == SearchVerdict::Decided) {
    return;
  }
  if (!facts_) {
    facts_.emplace(cfa_);
  }
  try {
    for (smt::Theory theory : {smt::Theory::Integers, smt::Theory::Bitvectors}) {
      rest.undecided.clear();
      run_theory(cfa_, entry, *facts_, interpreter_, options_, theory, context, outcome, rest);
      if (rest.undecided.empty()) {
        break;
      }
    }
  } catch (const Interrupted&) {
    outcome.open = std::move(rest.open);
    throw;
  }
  outcome.open = std::move(rest.open);
  outcome.open.insert(outcome.open.end(), rest.undecided.begin(), rest.undecided.end());
}

} // namespace vouch
