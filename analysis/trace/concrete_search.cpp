#include "analysis/trace/concrete_search.hpp"

#include "analysis/cfa/float_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace vouch::trace {
namespace {

constexpr std::size_t most_constants = 512;
constexpr std::size_t most_locations = 4'000;   ///< where constants are looked for
constexpr std::uint64_t most_given_objects = 4; ///< of one type
constexpr std::uint64_t first_step_limit = 200'000;

/// What a program compares its inputs with.
struct InterestingConstants {
  std::vector<cfa::Integer> integers; ///< and their neighbours, ascending
  std::vector<long double> floats;    ///< ascending
};

/// The locations that are the fewest edges away from `start`, those behind a call included.
std::vector<cfa::LocationId> nearest_locations(const cfa::Cfa& cfa, cfa::LocationId start) {
  std::vector<cfa::LocationId> result = {start};
  std::vector<bool> is_found(cfa.location_count(), false);
  is_found[start.index()] = true;
  auto add = [&](cfa::LocationId location) {
    if (!is_found[location.index()]) {
      is_found[location.index()] = true;
      result.push_back(location);
    }
  };
  for (std::size_t next = 0; next < result.size() && result.size() < most_locations; ++next) {
    for (cfa::EdgeId id : cfa.outgoing(result[next])) {
      const cfa::Edge& edge = cfa.edge(id);
      if (std::holds_alternative<cfa::Return>(edge.operation)) {
        continue;
      }
      add(edge.target);
      if (std::holds_alternative<cfa::Call>(edge.operation)) {
        add(cfa.edge(cfa.return_of(id)).target);
      }
    }
  }
  return result;
}

InterestingConstants interesting_constants(const cfa::Cfa& cfa, cfa::LocationId start) {
  std::set<cfa::Integer> integers;
  std::set<long double> floats;
  auto note = [&](cfa::EdgeId edge) {
    for (cfa::ExpressionRef root : cfa::expressions_of(cfa.edge(edge).operation)) {
      cfa::for_each_subexpression(root, [&](cfa::ExpressionRef expression) {
        const auto* integer = std::get_if<cfa::Constant>(&expression->node);
        const auto* number = std::get_if<cfa::FloatConstant>(&expression->node);
        if (integer != nullptr && cfa::as_integer(expression->type) != nullptr) {
          integers.insert({integer->value - 1, integer->value, integer->value + 1});
        } else if (number != nullptr && !std::isnan(number->value)) {
          floats.insert({number->value, -number->value});
        }
      });
    }
  };
  for (cfa::LocationId location : nearest_locations(cfa, start)) {
    for (cfa::EdgeId edge : cfa.outgoing(location)) {
      note(edge);
    }
    if (integers.size() + floats.size() >= most_constants) {
      break;
    }
  }
  return {{integers.begin(), integers.end()}, {floats.begin(), floats.end()}};
}

/// Where a value comes from. A run mixes two of them.
enum class Flavour { Zero, Small, Boolean, Constant, Boundary, Repeated, AnyBits };

constexpr std::array mixtures = {
    std::pair{Flavour::Small, Flavour::Small},       std::pair{Flavour::Constant, Flavour::Constant},
    std::pair{Flavour::Boolean, Flavour::Constant},  std::pair{Flavour::AnyBits, Flavour::AnyBits},
    std::pair{Flavour::Boolean, Flavour::Boolean},   std::pair{Flavour::Boundary, Flavour::Small},
    std::pair{Flavour::Repeated, Flavour::Constant}, std::pair{Flavour::Zero, Flavour::Constant},
    std::pair{Flavour::Constant, Flavour::AnyBits},  std::pair{Flavour::Boundary, Flavour::Constant},
    std::pair{Flavour::Repeated, Flavour::Small},    std::pair{Flavour::Small, Flavour::Constant},
};

/// The inputs of one run: determined by the seed and the run's number.
class SearchInputs : public InputSource {
public:
  SearchInputs(const InterestingConstants& constants, std::uint64_t seed, std::uint64_t run)
      : constants_(constants), state_(seed ^ (run * 0x9e3779b97f4a7c15ULL)), mixture_(mixtures[run % mixtures.size()]) {
    share_of_second_ = random(8);
  }

  std::optional<cfa::Integer> next(const InputRequest& request) override {
    if (request.kind == cfa::InputKind::Overapproximated) {
      return std::nullopt; // what follows proves nothing
    }
    if (request.known) {
      return request.known;
    }
    if (request.range == cfa::Input::Range::Boolean) {
      return static_cast<cfa::Integer>(random(2));
    }
    if (request.given.is_valid()) {
      return static_cast<cfa::Integer>(random(most_given_objects + 1));
    }
    last_ = value(random(8) < share_of_second_ ? mixture_.second : mixture_.first, request.type);
    return last_;
  }

private:
  std::uint64_t random(std::uint64_t bound) { return next_random(state_) % bound; }

  cfa::Integer value(Flavour flavour, const cfa::Type& type) {
    if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
      return float_value(flavour, *format);
    }
    switch (flavour) {
    case Flavour::Zero:
      return 0;
    case Flavour::Boolean:
      return static_cast<cfa::Integer>(random(2));
    case Flavour::Small:
      return static_cast<cfa::Integer>(random(20)) - 4;
    case Flavour::Constant:
      return constants_.integers.empty() ? 1 : constants_.integers[random(constants_.integers.size())];
    case Flavour::Boundary:
      return boundary(type);
    case Flavour::Repeated:
      return last_;
    case Flavour::AnyBits:
      break;
    }
    // Of any magnitude: most uniformly distributed numbers are large.
    return static_cast<cfa::Integer>(next_random(state_) >> random(64));
  }

  /// As a bit pattern.
  cfa::Integer float_value(Flavour flavour, cfa::FloatType type) {
    switch (flavour) {
    case Flavour::Zero:
      return 0;
    case Flavour::Boolean:
      return cfa::float_bits(static_cast<long double>(random(2)), type);
    case Flavour::Small:
      return cfa::float_bits(static_cast<long double>(random(40)) / 2 - 4, type);
    case Flavour::Constant:
      if (!constants_.floats.empty()) { // or a number beside it
        cfa::Integer bits = cfa::float_bits(constants_.floats[random(constants_.floats.size())], type);
        return bits + static_cast<cfa::Integer>(random(3)) - 1;
      }
      return cfa::float_bits(static_cast<long double>(value(flavour, cfa::IntegerType{})), type);
    case Flavour::Boundary: {
      constexpr std::array specials = {
          0.0L, -0.0L, HUGE_VALL, -HUGE_VALL, std::numeric_limits<long double>::quiet_NaN(), 1e30L};
      return cfa::float_bits(specials[random(specials.size())], type);
    }
    case Flavour::Repeated:
      return last_;
    case Flavour::AnyBits:
      break;
    }
    return (static_cast<cfa::Integer>(next_random(state_) >> 1U) << 64U) | next_random(state_);
  }

  cfa::Integer boundary(const cfa::Type& type) {
    bool has_range = cfa::as_integer(type) != nullptr || cfa::is_pointer(type);
    auto distance = static_cast<cfa::Integer>(random(3));
    if (!has_range) {
      return distance;
    }
    return random(2) == 0 ? cfa::maximum_value(type) - distance : cfa::minimum_value(type) + distance;
  }

  const InterestingConstants& constants_;
  std::uint64_t state_;
  std::pair<Flavour, Flavour> mixture_;
  std::uint64_t share_of_second_ = 0;
  cfa::Integer last_ = 1;
};

/// Few runs may be long: every 8th is allowed 16 times the steps of the others, every 64th 256 times, every 512th 4096
/// times.
std::uint64_t step_limit(std::uint64_t run, std::uint64_t ceiling) {
  std::uint64_t limit = 10'000;
  for (std::uint64_t period = 8; period <= 512 && run > 0 && run % period == 0; period *= 8) {
    limit *= 8;
  }
  return std::min(limit, ceiling);
}

bool is_only_run_and_ends(const RunResult& result) {
  const bool has_ended =
      std::holds_alternative<Halted>(result.outcome) || std::holds_alternative<ReachedTarget>(result.outcome);
  return has_ended && result.inputs == 0 && !result.depends_on_addresses && !result.used_overapproximation;
}

/// A search under way.
class Search {
public:
  Search(const Interpreter& interpreter, cfa::LocationId start, const SearchLimits& limits, const RunContext& context)
      : interpreter_(interpreter), start_(start), limits_(limits), context_(context),
        constants_(interesting_constants(*interpreter.program().cfa, start)) {
    context_.processor_deadline = ProcessorClock::now() + limits.time;
  }

  SearchResult run() {
    RunResult first = execute<ZeroInputs>(first_step_limit);
    if (first.inputs == 0 && std::holds_alternative<StepLimit>(first.outcome)) {
      first = execute<ZeroInputs>(limits_.steps);
    }
    bool is_only_run = first.inputs == 0 && !std::holds_alternative<InputsExhausted>(first.outcome);
    result_.has_only_one_run_and_it_ends = is_only_run_and_ends(first);
    while (!is_only_run && !result_.violation && result_.runs < limits_.runs && !context_.interruption()) {
      execute<SearchInputs>(step_limit(result_.runs, limits_.steps), constants_, limits_.seed, result_.runs);
    }
    return std::move(result_);
  }

private:
  /// Runs with a new `Source`; a violation is run again to record its inputs.
  template <class Source, class... Arguments>
  RunResult execute(std::uint64_t steps, const Arguments&... arguments) {
    Source source(arguments...);
    Source same_source(arguments...);
    ++result_.runs;
    RunResult run = interpreter_.run(start_, source, {.steps = steps, .context = &context_});
    result_.steps += run.steps;
    result_.ends.note(run);
    const auto* reached = std::get_if<ReachedTarget>(&run.outcome);
    if (reached != nullptr && !run.used_overapproximation) {
      RecordedInputs recorded(same_source);
      interpreter_.run(start_, recorded, {.steps = steps});
      result_.violation = FoundViolation{reached->location, recorded.values()};
    }
    return run;
  }

  const Interpreter& interpreter_;
  cfa::LocationId start_;
  const SearchLimits& limits_;
  RunContext context_;
  InterestingConstants constants_;
  SearchResult result_;
};

} // namespace

void RunEnds::note(const RunResult& run) {
  const auto* halted = std::get_if<Halted>(&run.outcome);
  const bool is_blocked = halted != nullptr && halted->reason == HaltReason::Blocked;
  const bool is_stopped = std::holds_alternative<Stopped>(run.outcome) && run.steps > 0; // not before it began
  RunEnds one;
  one.some_end = halted != nullptr && !is_blocked;
  one.some_go_on =
      is_stopped || std::holds_alternative<StepLimit>(run.outcome) || std::holds_alternative<MemoryLimit>(run.outcome);
  if (is_blocked || std::holds_alternative<UndefinedBehaviour>(run.outcome)) {
    one.cut_off = CutOff{run.outcome, run.steps};
  }
  note(one);
}

void RunEnds::note(const RunEnds& others) {
  const auto rank = [](const CutOff& run) {
    return std::pair(std::holds_alternative<UndefinedBehaviour>(run.outcome), run.steps);
  };
  some_end = some_end || others.some_end;
  some_go_on = some_go_on || others.some_go_on;
  if (others.cut_off && (!cut_off || rank(*others.cut_off) > rank(*cut_off))) {
    cut_off = others.cut_off;
  }
}

SearchResult search_by_execution(const Interpreter& interpreter, cfa::LocationId start, const SearchLimits& limits,
                                 const RunContext& context) {
  SearchResult result = Search(interpreter, start, limits, context).run();
  context.check();
  return result;
}

} // namespace vouch::trace
