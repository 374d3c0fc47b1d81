#include "analysis/configurations/vacuity.hpp"

#include "analysis/findings/unreached_code.hpp"

#include <algorithm>
#include <utility>

namespace vouch::configurations {
namespace {

/// How long each configuration may look. All are asked only where executions have not found an end.
constexpr std::chrono::milliseconds execution_time{10};
constexpr std::chrono::milliseconds exploration_time{600};
constexpr std::chrono::milliseconds time_for_dead_ends{1200};

/// A run is taken to go on for ever behind that.
constexpr std::uint64_t steps_of_endless_run = 500'000;

/// Of one run, which may fill a few arrays of a hundred thousand elements.
constexpr std::uint64_t steps_of_long_run = 3'000'000;

/// At most so many places are looked at where runs end before something that is checked.
constexpr std::size_t most_dead_ends = 3;

const std::optional<reuse::KeptProof> no_proof;

RunContext within(const RunContext& context, std::chrono::milliseconds limit) {
  RunContext result = context;
  result.deadline = std::chrono::steady_clock::now() + context.remaining(limit);
  return result;
}

/// A place that runs come to and do not get away from, although there is code behind it.
struct DeadEnd {
  cfa::LocationId location;
  cfa::LocationId target;            ///< behind it
  bool is_loop = false;              ///< runs go round there for ever, unless they end in undefined behaviour
  std::set<cfa::LocationId> ways_on; ///< that no run takes
};

/// Whether runs that come to `start`, and from there to reached locations only, go round there for ever, without
/// receiving anything.
bool is_stuck(const cfa::Cfa& cfa, cfa::LocationId start, const findings::IsUnreached& is_unreached) {
  std::set<cfa::LocationId> seen = {start};
  std::vector<cfa::LocationId> work = {start};
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    if (cfa.outgoing(location).empty()) {
      return false; // as behind `exit`
    }
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      const cfa::Edge& edge = cfa.edge(id);
      const bool leaves = std::holds_alternative<cfa::Call>(edge.operation) ||
                          std::holds_alternative<cfa::Return>(edge.operation) ||
                          transformation::is_input(edge.operation);
      if (leaves) {
        return false;
      }
      if (!is_unreached(edge.target) && seen.insert(edge.target).second) {
        work.push_back(edge.target);
      }
    }
  }
  return true;
}

std::optional<DeadEnd> dead_end_at(const cfa::Cfa& cfa, cfa::LocationId location,
                                   const findings::IsUnreached& is_unreached) {
  std::set<cfa::LocationId> ways_on;
  bool is_loop = false;
  if (is_unreached(location)) {
    return std::nullopt;
  }
  for (cfa::EdgeId id : cfa.outgoing(location)) {
    const cfa::Edge& edge = cfa.edge(id);
    const bool is_call = std::holds_alternative<cfa::Call>(edge.operation);
    const cfa::LocationId next = is_call ? cfa.edge(cfa.return_of(id)).target : edge.target;
    if (std::holds_alternative<cfa::Return>(edge.operation)) {
      return std::nullopt;
    }
    if (!is_unreached(next)) {
      is_loop = true; // or a branch
    } else if (!cfa.location(next).target || !transformation::is_condition_of_target(cfa, edge)) {
      ways_on.insert(next);
    }
  }
  if (ways_on.empty() || (is_loop && !is_stuck(cfa, location, is_unreached))) {
    return std::nullopt;
  }
  for (cfa::LocationId behind : findings::unreached_from(cfa, {ways_on.begin(), ways_on.end()}, is_unreached)) {
    if (cfa.location(behind).target) {
      return DeadEnd{location, behind, is_loop, std::move(ways_on)};
    }
  }
  return std::nullopt;
}

std::vector<DeadEnd> dead_ends_before_targets(const cfa::Cfa& cfa, const facts::FollowedRuns& runs,
                                              const findings::ProvedFacts& facts) {
  const auto is_unreached = [&](cfa::LocationId location) {
    return cfa.location(location).target.has_value() || facts.unreachable.contains(location);
  };
  std::vector<DeadEnd> result;
  for (cfa::LocationId location : runs.locations()) {
    if (result.size() == most_dead_ends) {
      break;
    }
    if (runs.are_followed_to(location) && findings::is_in_main_file(cfa.function(cfa.location(location).function))) {
      if (std::optional<DeadEnd> dead_end = dead_end_at(cfa, location, is_unreached)) {
        result.push_back(*std::move(dead_end));
      }
    }
  }
  return result;
}

/// The loop that a run was in last.
class LastLoop : public trace::RunObserver {
public:
  explicit LastLoop(const cfa::Cfa& cfa) : cfa_(cfa) {}

  void executed(cfa::EdgeId edge, const trace::Machine& /*machine*/) override {
    const cfa::LocationId location = cfa_.edge(edge).target;
    if (cfa_.location(location).is_loop_head) {
      head_ = location;
    }
  }

  [[nodiscard]] std::optional<cfa::LocationId> head() const { return head_; }

private:
  const cfa::Cfa& cfa_;
  std::optional<cfa::LocationId> head_;
};

} // namespace

struct Vacuity::Answer {
  enum class Kind { Reachable, Unreachable, NotKnown };
  Kind kind = Kind::NotKnown;
  findings::RunInputs inputs; ///< of a run that gets there, if there is one
  trace::RunEnds ends;        ///< of the runs that were executed
};

Vacuity::Vacuity(const VerifiedProgram& program, const Options& options)
    : cfa_(program.cfa()), targets_(program.targets()), interpreter_(program.interpreter()), options_(options) {
  options_.graphs = ExportedGraphs::None;
  options_.proof_checks = ProofChecks::WhenCheap;
  options_.cache_folder.clear();
}

Vacuity::~Vacuity() = default;

std::optional<std::string> Vacuity::reason(const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome,
                                           const trace::RunEnds& ends, const Configuration* proved_by,
                                           const RunContext& context) {
  RunContext limited = within(context, context.remaining(std::chrono::hours(1)) / 2);
  limited.on_progress = nullptr;
  try {
    if (!ends.some_end && !some_long_run_ends(entry, limited)) {
      if (std::optional<std::string> reason = reason_that_no_run_ends(entry, ends, proved_by, limited)) {
        return reason;
      }
    }
    return outcome.facts ? reason_that_an_assertion_is_cut_off(entry, *outcome.facts, proved_by, limited)
                         : std::nullopt;
  } catch (const Interrupted&) {
    return std::nullopt; // what was proved counts
  }
}

Vacuity::Answer Vacuity::ask(const VerifiedProgram& variant, const cfa::EntryPoint& entry, const Configuration* first,
                             RunContext& context) const {
  findings::EntryOutcome outcome;
  if (!variant.targets().is_target_ahead(entry.start)) {
    return {Answer::Kind::Unreachable, {}, {}};
  }
  const Portfolio::Program program{
      .program = variant, .options = options_, .wanted = Wanted::AnyTarget, .preconditions = Preconditions::StayOpen};
  Portfolio portfolio(program, entry, no_proof, context, outcome);
  Decision decision = portfolio.execute(execution_time);
  std::vector<const Configuration*> to_ask = {first};
  for (std::string_view name : quick_configurations()) {
    to_ask.push_back(configuration_named(name));
  }
  for (auto next = to_ask.begin(); next != to_ask.end(); ++next) {
    const bool was_asked = std::find(to_ask.begin(), next, *next) != next;
    if (decision != Decision::Complete && *next != nullptr && !was_asked) {
      decision = portfolio.explore(**next, {exploration_time});
    }
  }
  const bool is_unreachable = decision == Decision::Complete && outcome.violations.empty() && portfolio.open().empty();
  Answer answer{is_unreachable ? Answer::Kind::Unreachable : Answer::Kind::NotKnown, {}, portfolio.ends()};
  if (!outcome.violations.empty()) {
    answer.kind = Answer::Kind::Reachable;
    answer.inputs = outcome.violating_runs.front().inputs;
  }
  return answer;
}

const transformation::WaysOut& Vacuity::ways() {
  if (!ways_) {
    ways_ = transformation::ways_out(cfa_);
  }
  return *ways_;
}

VerifiedProgram& Vacuity::ends_as_targets() {
  if (!ends_) {
    ends_ = std::make_unique<VerifiedProgram>(transformation::with_targets_at(cfa_, ways().ends), options_.blocks);
  }
  return *ends_;
}

VerifiedProgram* Vacuity::ends_of_wrapping_program() {
  if (!wrapping_) {
    std::set<cfa::LocationId> targets = ways().ends;
    targets.insert(ways().failures.begin(), ways().failures.end());
    std::optional<cfa::Cfa> wrapping =
        transformation::with_wrapping_arithmetic(transformation::with_targets_at(cfa_, targets));
    if (!wrapping) {
      return nullptr;
    }
    wrapping_ = std::make_unique<VerifiedProgram>(*std::move(wrapping), options_.blocks);
  }
  return wrapping_.get();
}

std::string Vacuity::cut_off_at(const trace::Outcome& outcome) const {
  const auto* halted = std::get_if<trace::Halted>(&outcome);
  return halted == nullptr ? "undefined behaviour: " + trace::to_string(outcome, cfa_)
                           : "the assumption at " + to_string(cfa_.location(halted->location).range);
}

bool Vacuity::some_long_run_ends(const cfa::EntryPoint& entry, const RunContext& context) const {
  trace::ZeroInputs inputs;
  trace::RunEnds ends;
  ends.note(interpreter_.run(entry.start, inputs, {.steps = steps_of_long_run, .context = &context}));
  return ends.some_end;
}

std::optional<std::string> Vacuity::reason_that_no_run_ends(const cfa::EntryPoint& entry, trace::RunEnds ends,
                                                            const Configuration* proved_by, RunContext& context) {
  const Answer answer = ask(ends_as_targets(), entry, proved_by, context);
  if (answer.kind != Answer::Kind::Unreachable) {
    return std::nullopt;
  }
  ends.note(answer.ends);
  if (!ends.some_go_on && ends.cut_off) {
    const bool is_assumption = std::holds_alternative<trace::Halted>(ends.cut_off->outcome);
    return is_assumption ? "no run keeps to what is assumed: all stop, the last of them at " +
                               to_string(cfa_.location(std::get<trace::Halted>(ends.cut_off->outcome).location).range)
                         : "every run ends in " + cut_off_at(ends.cut_off->outcome);
  }
  if (!ends.some_go_on) {
    return std::nullopt;
  }
  VerifiedProgram* wrapping = ends_of_wrapping_program();
  if (wrapping == nullptr || ask(*wrapping, entry, proved_by, context).kind == Answer::Kind::Unreachable) {
    return std::nullopt; // it goes on for ever
  }
  return "no run comes to an end unless signed arithmetic overflows" + place_of_endless_run(entry, context);
}

std::string Vacuity::place_of_endless_run(const cfa::EntryPoint& entry, const RunContext& context) const {
  trace::ZeroInputs inputs;
  LastLoop last(cfa_);
  interpreter_.run(entry.start, inputs, {.steps = steps_of_endless_run, .context = &context}, &last);
  return last.head() ? ": it stays in the loop at " + to_string(cfa_.location(*last.head()).range) : "";
}

std::optional<std::string> Vacuity::reason_that_an_assertion_is_cut_off(const cfa::EntryPoint& entry,
                                                                        const findings::ProvedFacts& facts,
                                                                        const Configuration* proved_by,
                                                                        RunContext& context) {
  RunContext limited = within(context, time_for_dead_ends);
  const facts::FollowedRuns runs(cfa_, targets_, entry.start);
  for (const DeadEnd& dead_end : dead_ends_before_targets(cfa_, runs, facts)) {
    VerifiedProgram variant(transformation::with_targets_at(cfa_, {dead_end.location}), options_.blocks);
    const Answer answer = ask(variant, entry, proved_by, limited);
    if (answer.kind != Answer::Kind::Reachable) {
      continue;
    }
    const std::string checked = "what is checked at " + to_string(cfa_.location(dead_end.target).range);
    trace::ListedInputs inputs(answer.inputs);
    trace::RunEnds ends;
    ends.note(interpreter_.run(entry.start, inputs, {.steps = steps_of_endless_run}));
    if (ends.cut_off && std::holds_alternative<trace::UndefinedBehaviour>(ends.cut_off->outcome)) {
      return checked + " is only reached behind " + cut_off_at(ends.cut_off->outcome);
    }
    if (dead_end.is_loop && ends.some_go_on && may_be_reached_by_wrapping(dead_end.ways_on, entry, context)) {
      return checked + " is not reached unless signed arithmetic overflows";
    }
  }
  return std::nullopt;
}

bool Vacuity::may_be_reached_by_wrapping(const std::set<cfa::LocationId>& locations, const cfa::EntryPoint& entry,
                                         const RunContext& context) const {
  std::optional<cfa::Cfa> wrapping =
      transformation::with_wrapping_arithmetic(transformation::with_targets_at(cfa_, locations));
  if (!wrapping) {
    return false;
  }
  VerifiedProgram variant(*std::move(wrapping), options_.blocks);
  RunContext limited = within(context, time_for_dead_ends);
  try {
    return ask(variant, entry, nullptr, limited).kind != Answer::Kind::Unreachable;
  } catch (const Interrupted&) {
    return true;
  }
}

} // namespace vouch::configurations
