#include "analysis/configurations/portfolio.hpp"

#include "analysis/findings/graph_export.hpp"
#include "analysis/findings/state_facts.hpp"
#include "analysis/findings/unreachable_code.hpp"
#include "analysis/proofs/proof_check.hpp"
#include "analysis/refinement/predicates/offered_predicates.hpp"
#include "analysis/reuse/holding_claims.hpp"
#include "analysis/reuse/kept_places.hpp"
#include "analysis/reuse/known_results.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/trace/render_trace.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vouch::configurations {
namespace {

/// The verdict of an entry point is known with its first violation; of the time for it, a part goes to others. What only
/// callers decide is no verdict. Short attempts are not made shorter, or what else is found depended on what the machine
/// does.
constexpr int part_for_further_violations = 8;
constexpr std::chrono::milliseconds least_for_further_violations{100};

std::chrono::milliseconds time_for_further_violations(std::chrono::milliseconds rest) {
  return std::min(rest, std::max(rest / part_for_further_violations, least_for_further_violations));
}

/// A share is processor time: what an attempt comes to must not depend on what else the machine does. If it does much, an
/// attempt is over after so many times its share.
constexpr int most_of_share = 2;

/// An exploration that is out of time is kept for the next attempt if it has no more states; more would take the memory of others.
constexpr std::size_t most_paused_states = 100'000;

/// How long the check of a proof may take that nobody has insisted on.
std::chrono::steady_clock::duration check_time(std::chrono::steady_clock::duration exploration_time,
                                               const RunContext& context) {
  const std::chrono::steady_clock::duration at_most = context.remaining(std::chrono::hours(1)) / 2;
  return std::min(exploration_time / 4 + std::chrono::milliseconds(100), at_most);
}

/// How long one may ask what a proof says beyond that no target is reached.
std::chrono::steady_clock::duration facts_time(std::chrono::steady_clock::duration exploration_time) {
  return std::max<std::chrono::steady_clock::duration>(exploration_time / 20, std::chrono::milliseconds(50));
}

reuse::ProvedTargets proved_targets(const core::TargetKeys& left_out) {
  return left_out.empty() ? reuse::ProvedTargets::All : reuse::ProvedTargets::Some;
}

} // namespace

Portfolio::Portfolio(const Program& program, const cfa::EntryPoint& entry, const std::optional<reuse::KeptProof>& last,
                     RunContext& context, findings::EntryOutcome& outcome)
    : program_(program.program), cfa_(program_.cfa()), targets_(program_.targets()), entry_(entry),
      options_(program.options), kept_proofs_(program.kept_proofs), wanted_(program.wanted),
      preconditions_(program.preconditions), last_(last), context_(context), outcome_(outcome),
      decided_(program.decided), learnt_(last ? program.learnt.with(last->places) : program.learnt) {}

std::optional<reuse::KeptProof> Portfolio::proof() const {
  const bool rests_on_places = proved_by_ != nullptr && refined_values_of(*proved_by_) != nullptr;
  if (kept_proofs_ == KeptProofs::None || !rests_on_places) {
    return proof_;
  }
  reuse::KeptProof result = proof_.value_or(reuse::KeptProof());
  result.places.assign(learnt_.places().begin(), learnt_.places().end());
  return result;
}

Decision Portfolio::execute(std::chrono::milliseconds limit) {
  trace::SearchLimits limits;
  limits.time = context_.remaining(limit);
  const trace::SearchResult found = trace::search_by_execution(program_.interpreter(), entry_.start, limits, context_);
  ends_.note(found.ends);
  if (found.violation && !decided_.contains({core::TargetKind::Property, found.violation->target})) {
    trace::ListedInputs inputs(found.violation->inputs);
    if (!replay(found.violation->target, inputs).confirmed ||
        !report_readable_violation(found.violation->target, found.violation->inputs)) {
      return Decision::Open;
    }
    decided_.insert({core::TargetKind::Property, found.violation->target});
  }
  const bool starts_program = entry_.kind == cfa::EntryKind::Program;
  if (is_every_target_decided() || (found.has_only_one_run_and_it_ends && starts_program)) {
    open_.clear(); // whatever others could not do
    undecided_.clear();
    return Decision::Complete;
  }
  return Decision::Open;
}

Decision Portfolio::explore(const Configuration& configuration, const AttemptLimits& limits) {
  outcome_.facts.reset();
  static_cast<void>(program_.facts()); // not in this exploration's time
  RunContext limited = context_;
  const auto with_states_of_analysis = [&, before = context_.statistics.abstract_states](Statistics statistics) {
    statistics.states_by_analysis[std::string(configuration.name)] += statistics.abstract_states - before;
    return statistics;
  };
  limited.on_progress = [&](const Progress& progress) {
    if (context_.on_progress) {
      context_.on_progress({progress.phase, progress.detail, with_states_of_analysis(progress.statistics)});
    }
  };
  const std::chrono::milliseconds share = share_of(limits.time);
  const auto now = std::chrono::steady_clock::now();
  limited.processor_deadline = ProcessorClock::now() + share;
  limited.first_processor_check = now + share;
  limited.deadline = now + context_.remaining(most_of_share * share);
  limited.limit_growth(limits.states, limits.memory_bytes);
  Decision decision = Decision::OutOfTime;
  try {
    decision = explore_within(configuration, limited);
    context_.statistics = with_states_of_analysis(limited.statistics);
  } catch (const Interrupted& interrupted) {
    undecided_ = {{reason_of(interrupted.cause)}}; // for all that is known, anything may be left
    context_.statistics = with_states_of_analysis(limited.statistics);
    context_.check(); // perhaps the whole run is over
  }
  if (decision == Decision::Complete) {
    proved_by_ = &configuration;
  }
  return decision;
}

void Portfolio::take_proof(std::optional<findings::ProvedFacts> facts) {
  open_.clear();
  undecided_.clear();
  outcome_.facts = std::move(facts);
}

Decision Portfolio::take_proved(const std::vector<cfa::LocationId>& targets) {
  for (cfa::LocationId target : targets) {
    const core::TargetKey key{core::TargetKind::Property, target};
    decided_.insert(key);
    proved_.insert(key);
    std::erase_if(open_, [&](const OpenQuestion& question) { return question.target == target; });
  }
  return is_every_target_decided() ? Decision::Complete : Decision::Open;
}

std::vector<cfa::LocationId> Portfolio::proved_by_last_attempt() const {
  const std::optional<std::vector<cfa::LocationId>> open = open_targets();
  if (!open) {
    return {};
  }
  core::TargetKeys others = decided_;
  for (cfa::LocationId target : *open) {
    others.insert({core::TargetKind::Property, target});
  }
  return targets_but_for(others);
}

core::TargetKeys Portfolio::settled() const {
  core::TargetKeys result = proved_;
  for (cfa::LocationId target : outcome_.violated_targets) {
    result.insert({core::TargetKind::Property, target});
  }
  return result;
}

Decision Portfolio::explore_within(const Configuration& configuration, RunContext& limited) {
  Assembly assembly(configuration, {cfa_, targets_, facts(), options_}, limited);
  switch (configuration.search) {
  case Search::Refinement:
    break;
  case Search::Unwinding:
    return unwind(configuration, assembly, limited);
  case Search::Backwards:
    return search_backwards(configuration, assembly, limited);
  }
  if (kept_proofs_ == KeptProofs::None || predicates_of(configuration) == nullptr) {
    return explore_from(configuration, assembly, {}, nullptr, limited);
  }
  const reuse::PortableNames names(cfa_, program_.names());
  reuse::PortableTerms terms(cfa_, names, facts().regions, assembly.encoder());
  reuse::ClaimStamps stamps({cfa_, targets_, facts().regions, facts().blocks, facts().effects, program_.fingerprints()},
                            names);
  const reuse::ProofLanguage language{facts().blocks, facts().effects, names, terms, stamps, assembly.encoder()};
  reuse::RestoredProof last =
      last_ ? reuse::restored_proof(*last_, start_function(), language) : reuse::RestoredProof();
  if (has_checkable_proofs(configuration) && check_last_proof(last, assembly, limited)) {
    undecided_.clear();
    proof_ = reuse::kept_proof(last.proof, last.tracked, start_function(), proved_targets(decided_), language);
    keep_facts(last.proof, assembly, {});
    return Decision::Complete;
  }
  return explore_from(configuration, assembly, last, &language, limited);
}

domains::ValuePrecision Portfolio::learnt_values() const {
  if (learnt_.places().empty()) {
    return {};
  }
  const reuse::PortableNames names(cfa_, program_.names());
  const std::vector<std::string> places(learnt_.places().begin(), learnt_.places().end());
  return reuse::restored_places(places, names);
}

Decision Portfolio::explore_from(const Configuration& configuration, Assembly& assembly,
                                 const reuse::RestoredProof& last, const reuse::ProofLanguage* language,
                                 RunContext& limited) {
  const auto start_time = std::chrono::steady_clock::now();
  const bool is_checkable = has_checkable_proofs(configuration);
  const core::Analysis& analysis = assembly.analysis();
  core::Precision precision = analysis.initial_precision();
  if (language != nullptr) {
    precision = analysis.join_precision(precision, core::Precision::of(last.tracked));
  }
  const domains::ValuePrecision values = assembly.refines_values() ? learnt_values() : domains::ValuePrecision();
  if (assembly.refines_values()) {
    precision = analysis.join_precision(precision, core::Precision::of(values));
  }
  const bool has_predicates = predicates_of(configuration) != nullptr;
  const LearntPrecision::Language texts{cfa_, program_.names(), facts().regions, assembly.encoder()};
  if (has_predicates) {
    const auto offered = refinement::offered_predicates(cfa_, facts().regions, assembly.encoder());
    precision = analysis.join_precision(precision, core::Precision::of(offered.joined(learnt_.in(texts))));
  }
  const auto begin = [&] {
    bam::BlockMemoization::Beginning beginning{entry_.start, std::move(precision), {}, traversal_of(cfa_, options_)};
    if (is_checkable) {
      beginning.known = reuse::known_results(last.proof.blocks, analysis, cfa_, facts().blocks, assembly.encoder());
    }
    return make_exploration(analysis, cfa_, facts(), std::move(beginning), block_key_of(configuration, options_));
  };
  std::unique_ptr<core::Exploration> exploration = std::move(paused_[&configuration]);
  if (exploration == nullptr) {
    exploration = begin();
  }
  NotingRefiner refiner(assembly.refiner());
  const auto learn_predicates = [&] { learnt_ = has_predicates ? learnt_.with(refiner.learnt(), texts) : learnt_; };
  const auto learn_values = [&] {
    if (assembly.refines_values()) {
      const reuse::PortableNames names(cfa_, program_.names());
      learnt_ = learnt_.with(reuse::kept_places(refiner.learnt_values(), names));
    }
  };
  std::optional<core::TargetKeys> ignored;
  try {
    const auto refine = [&](RunContext& run_context, const core::TargetKeys& decided) {
      return core::run_cegar(*exploration, refiner, run_context, decided);
    };
    ignored = decide_targets(*exploration, refine, configuration.name,
                             is_checkable ? Unconfirmed::StaysOpen : Unconfirmed::MayBeDecidedOtherwise, limited);
  } catch (const Interrupted&) {
    learn_predicates();
    learn_values();
    learnt_ = learnt_.without_places(); // with others, the next attempt may come to an end
    if (needs_no_refinement(configuration) && core::node_count(*exploration) <= most_paused_states) {
      paused_[&configuration] = std::move(exploration);
    }
    throw;
  }
  learn_predicates();
  learn_values();
  const bool leaves_something = !open_.empty() || !undecided_.empty();
  if (!ignored || (leaves_something && wanted_ != Wanted::Proofs)) {
    return undecided_.empty() ? Decision::Complete : Decision::Open;
  }
  proofs::BlockProof proof;
  if (is_checkable) {
    proof = proofs::proof_of(*exploration, last.proof.blocks, assembly.encoder());
    RunContext check_context = context_;
    if (options_.proof_checks == ProofChecks::WhenCheap) {
      const auto now = std::chrono::steady_clock::now();
      check_context.deadline = now + check_time(now - start_time, context_);
    }
    check_proof(proof, *ignored, assembly, check_context);
  }
  if (language != nullptr) {
    proof_ = reuse::kept_proof(proof, reuse::tracked_in(*exploration), start_function(), proved_targets(*ignored),
                               *language);
  }
  if (is_checkable) {
    keep_facts(proof, assembly, std::chrono::steady_clock::now() - start_time);
  } else {
    keep_facts(*exploration, values.joined(refiner.learnt_values()));
  }
  return undecided_.empty() ? Decision::Complete : Decision::Open;
}

bool Portfolio::is_verdict_known() const {
  return std::ranges::any_of(outcome_.violations,
                             [](const Violation& found) { return found.kind != FindingKind::OnlyIfCaller; });
}

std::vector<std::string> Portfolio::undecidable() const {
  std::vector<std::string> result;
  std::ranges::transform(open_, std::back_inserter(result), &OpenQuestion::reason);
  return result;
}

std::vector<std::string> Portfolio::open() const {
  std::vector<std::string> result = undecidable();
  std::ranges::transform(undecided_, std::back_inserter(result), &OpenQuestion::reason);
  return result;
}

std::optional<std::vector<cfa::LocationId>> Portfolio::open_targets() const {
  std::vector<cfa::LocationId> result;
  for (const std::vector<OpenQuestion>* questions : {&open_, &undecided_}) {
    for (const OpenQuestion& question : *questions) {
      if (!question.target) {
        return proved_.empty() ? std::nullopt : std::optional(targets_but_for(settled()));
      }
      result.push_back(*question.target);
    }
  }
  return result;
}

bool Portfolio::has_more_to_look_for(const core::TargetKeys& ignored) const {
  return wanted_ == Wanted::Proofs ? !targets_but_for(ignored).empty() : !is_every_target_decided();
}

std::vector<cfa::LocationId> Portfolio::targets_but_for(const core::TargetKeys& others) const {
  std::vector<cfa::LocationId> result;
  const facts::FollowedRuns runs(cfa_, targets_, entry_.start);
  std::ranges::copy_if(runs.locations(), std::back_inserter(result), [&](cfa::LocationId id) {
    return cfa_.location(id).target && !others.contains({core::TargetKind::Property, id});
  });
  return result;
}

bool Portfolio::is_every_target_decided() const {
  if (outcome_.violations.empty() || wanted_ == Wanted::AnyTarget) {
    return !outcome_.violations.empty();
  }
  const facts::FollowedRuns runs(cfa_, targets_, entry_.start);
  for (cfa::LocationId id : runs.locations()) {
    if (cfa_.location(id).target && !decided_.contains({core::TargetKind::Property, id})) {
      return false;
    }
    for (cfa::EdgeId edge : cfa_.outgoing(id)) {
      if (std::holds_alternative<cfa::Unsupported>(cfa_.edge(edge).operation)) {
        return false; // anything may be behind it
      }
    }
  }
  return true;
}

std::chrono::milliseconds Portfolio::share_of(std::chrono::milliseconds limit) const {
  const std::chrono::milliseconds share = context_.remaining(limit);
  return is_verdict_known() ? time_for_further_violations(share) : share;
}

/// Goes on until each target is decided or given up. Returns the targets that were reached; nothing if the
/// exploration ended early because nothing is left to prove. What was reached is exported, also if that is interrupted;
/// `analysis` is what people call it.
std::optional<core::TargetKeys> Portfolio::decide_targets(core::Exploration& exploration, const DecideNext& decide_next,
                                                          std::string_view analysis, Unconfirmed unconfirmed,
                                                          RunContext& run_context) {
  undecided_.clear();
  core::TargetKeys ignored = decided_;
  auto export_graphs = [&] {
    if (options_.graphs == ExportedGraphs::LastExploration) {
      outcome_.graphs = findings::exported(exploration, cfa_.function(entry_.function).name, std::string(analysis));
    }
  };
  try {
    decide_each_target(decide_next, ignored, unconfirmed, run_context);
  } catch (const Interrupted&) {
    export_graphs();
    run_context.report("ending"); // to take apart what was explored may take longer than is left
    throw;
  }
  export_graphs();
  exploration.add_to(run_context.statistics);
  if (is_every_target_decided()) {
    undecided_.clear();
    return std::nullopt;
  }
  return ignored;
}

void Portfolio::decide_each_target(const DecideNext& decide_next, core::TargetKeys& ignored, Unconfirmed unconfirmed,
                                   RunContext& run_context) {
  auto on_undecided = [&](const core::Undecided& undecided) {
    undecided_.push_back(open_question(undecided.target, cfa_, undecided.reason));
    ignored.insert(core::key_of(undecided.target));
    return true;
  };
  auto on_violated = [&](const core::Violated& violated) {
    ignored.insert(core::key_of(violated.target));
    decide(violated, unconfirmed);
    if (asks_for_assumption()) {
      undecided_.push_back({"the rest is to be asked under an assumption about callers"});
      return false;
    }
    if (is_verdict_known()) {
      const auto rest = time_for_further_violations(run_context.remaining(std::chrono::hours(1)));
      run_context.deadline = std::chrono::steady_clock::now() + rest;
    }
    return has_more_to_look_for(ignored);
  };
  auto on_proved = [](const core::Proved&) { return false; };
  auto on_paused = [&](const core::Paused& paused) { // nothing is known of what would come behind
    undecided_.push_back({"the analysis has paused: " + paused.reason});
    return false;
  };
  while (std::visit(Overloaded{on_undecided, on_violated, on_proved, on_paused}, decide_next(run_context, ignored))) {
  }
}

bool Portfolio::check_last_proof(reuse::RestoredProof& last, Assembly& assembly, RunContext& limited) {
  RunContext check_context = limited;
  check_context.deadline = std::chrono::steady_clock::now() + limited.remaining(std::chrono::hours(1)) / 2;
  const proofs::ProofScope scope{cfa_, targets_, decided_, assembly.encoder(), check_context};
  if (options_.proof_checks == ProofChecks::Always) { // whatever the stamps say
    last.is_claim_unchanged.assign(last.is_claim_unchanged.size(), false);
    last.is_program_unchanged = false;
  }
  try {
    const reuse::RestoredProof restored = last;
    const bool all_hold = reuse::keep_what_holds(last, scope);
    const bool needs_no_look = !last.proof.program.empty() && last.is_program_unchanged && all_hold;
    const bool is_audited = options_.cache_audit == CacheAudit::On;
    const bool is_proved =
        !last.proof.program.empty() &&
        ((needs_no_look && !is_audited) || std::holds_alternative<proofs::ProofAccepted>(proofs::check_program(
                                               last.proof.program, last.proof.blocks, entry_.start, scope)));
    if (is_audited && ((needs_no_look && !is_proved) || !reuse::holds_when_looked_at(restored, last, scope))) {
      const cfa::Function& function = cfa_.function(entry_.function);
      outcome_.messages.push_back({MessageSeverity::Error, trace::place_of(function.name_range),
                                   "cache: what was taken over of the last proof of '" + function.name +
                                       "' does not pass its check; please report this with the file and the cache"});
      last.proof = {};
      return false;
    }
    if (is_proved) {
      const std::uint64_t checked = check_context.statistics.block_checks - limited.statistics.block_checks;
      outcome_.rests_on_last_proof = "by its last proof, of which " + std::to_string(checked) + " of " +
                                     std::to_string(last.proof.blocks.size()) + " claims about blocks " +
                                     (needs_no_look ? "were checked" : "and that about the program were checked");
    }
    limited.statistics = check_context.statistics;
    return is_proved;
  } catch (const Interrupted&) {
    limited.check(); // perhaps it is not only the time for the check that is over
    last.proof = {};
    return false;
  }
}

/// To be called last: a query may end in the middle, and then none must follow.
void Portfolio::keep_facts(const proofs::BlockProof& proof, Assembly& assembly,
                           std::chrono::steady_clock::duration exploration_time) {
  if (!open_.empty() || !undecided_.empty()) {
    return;
  }
  RunContext limited = context_;
  limited.deadline = std::chrono::steady_clock::now() +
                     std::min(facts_time(exploration_time),
                              std::chrono::steady_clock::duration(context_.remaining(std::chrono::hours(1)) / 2));
  const findings::ProvedProgram program{cfa_, targets_, facts().regions, facts().live(), entry_.start};
  findings::ProvedFacts found;
  found.unreachable = findings::unreachable_locations(proof, program, assembly.encoder(), limited);
  found.loops = findings::loop_facts(proof, program, assembly.encoder(), limited);
  outcome_.facts = std::move(found);
}

void Portfolio::keep_facts(const core::Exploration& exploration, const domains::ValuePrecision& followed) {
  if (!open_.empty() || !undecided_.empty()) {
    return;
  }
  const findings::ProvedProgram program{cfa_, targets_, facts().regions, facts().live(), entry_.start};
  outcome_.facts = findings::ProvedFacts{findings::loop_facts(exploration, program),
                                         findings::unreachable_locations(exploration, program)};
  for (cfa::VariableId variable : domains::tracked_variables(followed)) {
    const cfa::FunctionId own = cfa_.variable(variable).function;
    outcome_.facts->followed[own.is_valid() ? own : entry_.function].insert(variable);
  }
}

/// A second opinion on what was proved. An objection makes the entry point undecided.
void Portfolio::check_proof(const proofs::BlockProof& proof, const core::TargetKeys& excluded, Assembly& assembly,
                            RunContext& check_context) {
  try {
    const proofs::ProofVerdict verdict = proofs::check_proof(
        proof.program, proof.blocks, entry_.start, {cfa_, targets_, excluded, assembly.encoder(), check_context});
    if (const auto* rejected = std::get_if<proofs::ProofRejected>(&verdict)) {
      undecided_.push_back({"the proof was rejected: " + rejected->reason});
    }
    const auto* unchecked = std::get_if<proofs::ProofUnchecked>(&verdict);
    if (unchecked != nullptr && options_.proof_checks == ProofChecks::Always) {
      undecided_.push_back({"the proof was not checked: " + unchecked->reason});
    }
  } catch (const Interrupted&) {
    context_.check(); // perhaps the whole run is over, and not only the time for the check
  }
}

} // namespace vouch::configurations
