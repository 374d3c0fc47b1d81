#include "analysis/entry_verification.hpp"

#include "analysis/core/cegar.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/call_stack.hpp"
#include "analysis/domains/location.hpp"
#include "analysis/domains/predicate_analysis.hpp"
#include "analysis/refinement/predicate_refiner.hpp"
#include "analysis/refinement/proof_check.hpp"
#include "analysis/smt/interpolation.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/path_inputs.hpp"
#include "analysis/trace/replay.hpp"
#include "analysis/violation_report.hpp"

#include <algorithm>

namespace vouch {
namespace {

/// Everything that one run of the predicate analysis owns.
class PredicateRun {
public:
  PredicateRun(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const ProgramFacts& facts,
               const Options& options, smt::Theory theory, RunContext& context)
      : integers_(terms_, cfa, facts.regions, smt::Theory::Integers),
        bits_(terms_, cfa, facts.regions, smt::Theory::Bitvectors), integer_paths_(formulas_, terms_, integers_),
        bit_paths_(formulas_, terms_, bits_), encoder_(theory == smt::Theory::Integers ? integers_ : bits_),
        paths_(theory == smt::Theory::Integers ? integer_paths_ : bit_paths_),
        abstractor_(terms_, encoder_, paths_, context, options.abstraction),
        blocks_(cfa, facts.recursive, options.block_operator),
        analysis_(core::compose(
            {core::erase(domains::LocationAnalysis(cfa)), core::erase(domains::CallStackAnalysis(cfa, targets)),
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

/// How long the check of a proof may take that nobody has insisted on.
std::chrono::steady_clock::duration check_time(std::chrono::steady_clock::duration exploration_time,
                                               const RunContext& context) {
  const std::chrono::steady_clock::duration at_most = context.remaining(std::chrono::hours(1)) / 2;
  return std::min(exploration_time / 4 + std::chrono::milliseconds(100), at_most);
}

/// Decides the targets of one entry point, by one means after the other.
class EntryVerification {
public:
  EntryVerification(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const trace::Interpreter& interpreter,
                    const cfa::EntryPoint& entry, const Options& options, RunContext& context, EntryOutcome& outcome)
      : cfa_(cfa), targets_(targets), interpreter_(interpreter), entry_(entry), options_(options), context_(context),
        outcome_(outcome) {}

  enum class Rest { None, Open };

  /// Executes the program for a short while before anything is proved: shallow violations turn up in milliseconds, and
  /// a program with only one run is decided by that run.
  Rest execute() {
    trace::SearchLimits limits;
    limits.time = context_.remaining(std::chrono::milliseconds(8000)) / 16;
    const trace::SearchResult found = trace::search_by_execution(interpreter_, entry_.start, limits, context_);
    if (found.violation) {
      trace::ListedInputs inputs(found.violation->inputs);
      if (!replay(found.violation->target, inputs).confirmed) {
        return Rest::Open;
      }
      report_violation(found.violation->target, found.violation->inputs);
      decided_.insert({core::TargetKind::Property, found.violation->target});
    }
    const bool starts_program = entry_.kind == cfa::EntryKind::Program;
    return found.has_only_one_run_and_it_ends && starts_program ? Rest::None : Rest::Open;
  }

  /// Explores and refines until every target is decided that this theory can decide.
  Rest explore(const ProgramFacts& facts, smt::Theory theory) {
    undecided_.clear();
    const auto start_time = std::chrono::steady_clock::now();
    PredicateRun run(cfa_, targets_, facts, options_, theory, context_);
    core::ReachedSet reached(run.analysis(), cfa_, entry_.start, core::TraversalOrder::ReversePostOrder);
    core::TargetKeys ignored = decided_;
    auto on_undecided = [&](const core::Undecided& undecided) {
      undecided_.push_back(open_reason(undecided.target, cfa_, undecided.reason));
      ignored.insert(core::key_of(undecided.target));
      return true;
    };
    auto on_violated = [&](const core::Violated& violated) {
      ignored.insert(core::key_of(violated.target));
      decide(violated);
      return true;
    };
    auto on_proved = [](const core::Proved&) { return false; };
    while (std::visit(Overloaded{on_undecided, on_violated, on_proved},
                      core::run_cegar(reached, run.refiner(), context_, ignored))) {
    }
    if (open_.empty() && undecided_.empty()) {
      RunContext check_context = context_;
      if (options_.proof_checks == ProofChecks::WhenCheap) {
        const auto now = std::chrono::steady_clock::now();
        check_context.deadline = now + check_time(now - start_time, context_);
      }
      check_proof(refinement::proof_of(reached), ignored, run, check_context);
    }
    return undecided_.empty() ? Rest::None : Rest::Open;
  }

  /// Why some targets stay unknown whatever the theory.
  [[nodiscard]] const std::vector<std::string>& undecidable() const { return open_; }

  /// Why what is left is not proved: these, and what the last theory could not decide.
  [[nodiscard]] std::vector<std::string> open() const {
    std::vector<std::string> result = open_;
    result.insert(result.end(), undecided_.begin(), undecided_.end());
    return result;
  }

private:
  /// A target that the engine has reached is decided: violated, or not decidable by anyone.
  void decide(const core::Violated& violated) {
    decided_.insert(core::key_of(violated.target));
    if (violated.target.kind != core::TargetKind::Property) {
      open_.push_back(open_reason(violated.target, cfa_, {}));
      return;
    }
    trace::PathInputs path_inputs(cfa_, violated.path);
    trace::RecordedInputs inputs(path_inputs);
    const trace::Replay replayed = replay(violated.path.target, inputs);
    if (replayed.confirmed) {
      report_violation(violated.path.target, inputs.values());
    } else {
      open_.push_back(open_reason(violated.target, cfa_, "a possible violation was not confirmed: " + replayed.reason));
    }
  }

  /// A second opinion on what `run` proved. An objection makes the entry point undecided.
  void check_proof(const refinement::Proof& proof, const core::TargetKeys& excluded, PredicateRun& run,
                   RunContext& check_context) {
    try {
      const refinement::ProofVerdict verdict =
          refinement::check_proof(proof, cfa_, targets_, entry_.start, excluded, run.encoder(), check_context);
      if (const auto* rejected = std::get_if<refinement::ProofRejected>(&verdict)) {
        undecided_.push_back("the proof was rejected: " + rejected->reason);
      }
      const auto* unchecked = std::get_if<refinement::ProofUnchecked>(&verdict);
      if (unchecked != nullptr && options_.proof_checks == ProofChecks::Always) {
        undecided_.push_back("the proof was not checked: " + unchecked->reason);
      }
    } catch (const Interrupted&) {
      context_.check(); // perhaps the whole run is over, and not only the time for the check
    }
  }

  trace::Replay replay(cfa::LocationId target, trace::InputSource& inputs) {
    return trace::replay(interpreter_, entry_.start, target, inputs, {.context = &context_});
  }

  void report_violation(cfa::LocationId target, const std::vector<cfa::Integer>& inputs) {
    outcome_.violations.push_back(confirmed_violation(cfa_, interpreter_, entry_, target, inputs));
  }

  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const trace::Interpreter& interpreter_;
  const cfa::EntryPoint& entry_;
  const Options& options_;
  RunContext& context_;
  EntryOutcome& outcome_;
  core::TargetKeys decided_;           ///< targets that need no further look
  std::vector<std::string> open_;      ///< what stays unknown whatever the theory
  std::vector<std::string> undecided_; ///< what another theory may decide
};

} // namespace

void EntryVerifier::verify(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome) {
  using Rest = EntryVerification::Rest;
  if (!targets_.is_target_ahead(entry.start)) {
    return;
  }
  EntryVerification verification(cfa_, targets_, interpreter_, entry, options_, context, outcome);
  if (verification.execute() == Rest::None) {
    return;
  }
  if (!facts_) {
    facts_.emplace(cfa_);
  }
  try {
    // Integers find invariants, bit-vectors decide what integers cannot express.
    if (verification.explore(*facts_, smt::Theory::Integers) == Rest::Open) {
      verification.explore(*facts_, smt::Theory::Bitvectors);
    }
  } catch (const Interrupted&) {
    outcome.open = verification.undecidable();
    throw;
  }
  outcome.open = verification.open();
}

} // namespace vouch
