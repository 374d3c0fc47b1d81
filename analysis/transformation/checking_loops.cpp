#include "analysis/transformation/checking_loops.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/points_to.hpp"
#include "analysis/facts/repeated_edges.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vouch::transformation {
namespace {

using cfa::BinaryOperator;

/// Each is a cell more for each array.
constexpr std::size_t most_inputs = 2;

/// A loop that only checks.
struct CheckingLoop {
  cfa::LocationId head;
  std::vector<cfa::EdgeId> back_edges;
  cfa::LocationId behind; ///< where control goes on
  cfa::VariableId counter;
  cfa::Integer step = 1;
  const cfa::Assume* exit_condition = nullptr;
  cfa::LocationId exit_source;
  cfa::EdgeId move; ///< of the counter
  std::set<cfa::LocationId> locations;
  std::set<cfa::VariableId> written;
};

/// Whether a run that comes there has failed a check, or is over, or does what nothing is known of.
bool ends_run(const cfa::Cfa& cfa, cfa::LocationId location) {
  return std::ranges::all_of(cfa.outgoing(location), [&](cfa::EdgeId id) {
    const cfa::Edge& edge = cfa.edge(id);
    return std::holds_alternative<cfa::Unsupported>(edge.operation) && cfa.outgoing(edge.target).empty();
  });
}

/// By function: whether it and all that it calls write nothing but variables of their own in registers, and receive nothing.
std::vector<bool> functions_that_only_check(const cfa::Cfa& cfa, const facts::CallGraph& calls) {
  std::vector<bool> does_more(cfa.function_count(), false);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* assign = std::get_if<cfa::Assign>(&edge.operation);
    const bool only_checks = assign != nullptr ? cfa::has_automatic_storage(cfa.variable(assign->target))
                                               : std::holds_alternative<cfa::Assume>(edge.operation) ||
                                                     std::holds_alternative<cfa::Skip>(edge.operation) ||
                                                     std::holds_alternative<cfa::Call>(edge.operation) ||
                                                     std::holds_alternative<cfa::Return>(edge.operation);
    does_more[cfa.location(edge.source).function.index()] =
        does_more[cfa.location(edge.source).function.index()] || !only_checks;
  }
  does_more = calls.that_may_enter(std::move(does_more));
  does_more.flip();
  return does_more;
}

class Recognition {
public:
  Recognition(const cfa::Cfa& cfa, const facts::LiveVariables& live)
      : cfa_(cfa), live_(live), calls_(cfa), only_checks_(functions_that_only_check(cfa, calls_)) {}

  /// Nothing if the loop at `head` does more than to check.
  std::optional<CheckingLoop> at(cfa::LocationId head) const {
    CheckingLoop loop;
    loop.head = head;
    loop.back_edges = cfa::closing_edges(cfa_, head);
    loop.locations = cfa::locations_of_loop(cfa_, head);
    const bool is_one = !loop.back_edges.empty() && stays_in_function(loop) && is_entered_at_head(loop) &&
                        writes_registers_alone(loop) && has_one_way_out(loop) && has_one_counter(loop) &&
                        moves_counter_by_constant(loop);
    return is_one ? std::optional(std::move(loop)) : std::nullopt;
  }

private:
  template <class Look>
  bool all_edges(const CheckingLoop& loop, const Look& look) const {
    return std::ranges::all_of(
        loop.locations, [&](cfa::LocationId location) { return std::ranges::all_of(cfa_.outgoing(location), look); });
  }

  /// Where a round ends with a call, control comes back from another function.
  [[nodiscard]] bool stays_in_function(const CheckingLoop& loop) const {
    return std::ranges::none_of(loop.back_edges, [&](cfa::EdgeId edge) {
      return std::holds_alternative<cfa::Return>(cfa_.edge(edge).operation);
    });
  }

  /// Not by a jump into the middle: what comes before that would be a part of the loop.
  [[nodiscard]] bool is_entered_at_head(const CheckingLoop& loop) const {
    const cfa::LocationId entry = cfa_.function(cfa_.location(loop.head).function).entry;
    return entry == loop.head || !loop.locations.contains(entry);
  }

  bool writes_registers_alone(CheckingLoop& loop) const {
    const cfa::FunctionId function = cfa_.location(loop.head).function;
    const auto write = [&](cfa::VariableId id) {
      const cfa::Variable& variable = cfa_.variable(id);
      loop.written.insert(id);
      return variable.function == function && variable.storage == cfa::Storage::Register &&
             !cfa::outlives_call(id, cfa_.function(function), cfa_);
    };
    return all_edges(loop, [&](cfa::EdgeId id) {
      const cfa::Operation& operation = cfa_.edge(id).operation;
      if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
        return write(assign->target);
      }
      if (const auto* call = std::get_if<cfa::Call>(&operation)) {
        const auto& back = std::get<cfa::Return>(cfa_.edge(cfa_.return_of(id)).operation);
        return only_checks_[call->callee.index()] && !enters(call->callee, function) &&
               std::ranges::all_of(back.results, [&](const cfa::Binding& result) { return write(result.variable); });
      }
      return std::holds_alternative<cfa::Assume>(operation) || std::holds_alternative<cfa::Skip>(operation);
    });
  }

  [[nodiscard]] bool enters(cfa::FunctionId callee, cfa::FunctionId function) const {
    const std::vector<cfa::FunctionId> entered = calls_.reachable_from(callee);
    return std::ranges::find(entered, function) != entered.end();
  }

  /// Whether something is checked in the function or in what it calls.
  [[nodiscard]] bool has_check(cfa::FunctionId callee) const {
    const std::vector<cfa::FunctionId> entered = calls_.reachable_from(callee);
    for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
      const cfa::Location& location = cfa_.location(cfa::LocationId(index));
      if (location.target && std::ranges::find(entered, location.function) != entered.end()) {
        return true;
      }
    }
    return false;
  }

  bool has_one_way_out(CheckingLoop& loop) const {
    std::size_t ways_out = 0;
    bool checks = false;
    all_edges(loop, [&](cfa::EdgeId id) {
      const cfa::Edge& edge = cfa_.edge(id);
      const cfa::LocationId next = cfa::successor_in_function(cfa_, id);
      const auto* call = std::get_if<cfa::Call>(&edge.operation);
      checks = checks || (call != nullptr && has_check(call->callee));
      if (loop.locations.contains(next)) {
        return true;
      }
      if (ends_run(cfa_, next)) {
        checks = checks || cfa_.location(next).target;
        return true;
      }
      ++ways_out;
      loop.behind = next;
      loop.exit_source = edge.source;
      loop.exit_condition = std::get_if<cfa::Assume>(&edge.operation);
      return true;
    });
    const auto is_read_behind = [&](cfa::VariableId variable) { return live_.is_live_at(loop.behind, variable); };
    return checks && ways_out == 1 && std::ranges::none_of(loop.written, is_read_behind);
  }

  bool has_one_counter(CheckingLoop& loop) const {
    std::vector<cfa::VariableId> carried;
    std::ranges::copy_if(loop.written, std::back_inserter(carried),
                         [&](cfa::VariableId variable) { return live_.is_live_at(loop.head, variable); });
    if (carried.size() != 1 || cfa::as_integer(cfa_.variable(carried.front()).type) == nullptr) {
      return false;
    }
    loop.counter = carried.front();
    return true;
  }

  bool moves_counter_by_constant(CheckingLoop& loop) const {
    std::size_t moves = 0;
    const bool are_moves = all_edges(loop, [&](cfa::EdgeId id) {
      const auto* assign = std::get_if<cfa::Assign>(&cfa_.edge(id).operation);
      if (assign == nullptr || assign->target != loop.counter) {
        return true;
      }
      ++moves;
      loop.move = id;
      const auto* sum = std::get_if<cfa::Binary>(&assign->value->node);
      const auto* from = sum != nullptr ? std::get_if<cfa::VariableRead>(&sum->left->node) : nullptr;
      const auto* by = sum != nullptr ? std::get_if<cfa::Constant>(&sum->right->node) : nullptr;
      if (from == nullptr || from->variable != loop.counter || by == nullptr ||
          (sum->op != BinaryOperator::Add && sum->op != BinaryOperator::Subtract)) {
        return false;
      }
      loop.step = sum->op == BinaryOperator::Add ? by->value : -by->value;
      return true;
    });
    return are_moves && moves == 1;
  }

  const cfa::Cfa& cfa_;
  const facts::LiveVariables& live_;
  facts::CallGraph calls_;
  std::vector<bool> only_checks_; ///< by function
};

/// The locations of the loop to which control may come from `from` without coming to `avoided`, if `from` is not that.
std::set<cfa::LocationId> reached_within(const cfa::Cfa& cfa, const CheckingLoop& loop, cfa::LocationId from,
                                         cfa::LocationId avoided) {
  std::set<cfa::LocationId> result;
  std::vector<cfa::LocationId> work = {from};
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    if (location == avoided || !loop.locations.contains(location) || !result.insert(location).second) {
      continue;
    }
    const std::vector<cfa::LocationId> next = cfa::successors_in_function(cfa, location);
    work.insert(work.end(), next.begin(), next.end());
  }
  return result;
}

/// Whether each round asks whether the loop goes on, then moves the counter, and that at most once.
bool asks_before_each_move(const cfa::Cfa& cfa, const CheckingLoop& loop) {
  const std::set<cfa::LocationId> before_asking = reached_within(cfa, loop, loop.head, loop.exit_source);
  const cfa::Edge& move = cfa.edge(loop.move);
  const bool is_asked_in_each_round = std::ranges::none_of(
      loop.back_edges, [&](cfa::EdgeId edge) { return before_asking.contains(cfa.edge(edge).source); });
  const bool moves_again = reached_within(cfa, loop, move.target, loop.head).contains(move.source);
  return is_asked_in_each_round && !before_asking.contains(move.source) && !moves_again;
}

/// The inputs that a run receives once at most, to index something with: any value, as if the run had begun with it.
std::vector<cfa::EdgeId> inputs_that_are_indices(const cfa::Cfa& cfa) {
  std::unordered_set<cfa::VariableId> indices;
  for (const auto& [address, type] : facts::accessed_places(cfa)) {
    cfa::for_each_subexpression(address, [&](cfa::ExpressionRef part) {
      const auto* read = std::get_if<cfa::VariableRead>(&part->node);
      if (read != nullptr && cfa::as_integer(part->type) != nullptr) {
        indices.insert(read->variable);
      }
    });
  }
  const facts::RepeatedEdges repeated(cfa);
  std::vector<cfa::EdgeId> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* input = std::get_if<cfa::Input>(&cfa.edge(cfa::EdgeId(index)).operation);
    if (input != nullptr && input->kind == cfa::InputKind::Nondeterministic &&
        input->range == cfa::Input::Range::WholeType && indices.contains(input->target) &&
        !repeated.may_be_repeated(cfa::EdgeId(index))) {
      result.emplace_back(index);
    }
  }
  return result.size() <= most_inputs ? result : std::vector<cfa::EdgeId>();
}

/// Makes the changed program.
class Rewriting {
public:
  Rewriting(const cfa::Cfa& cfa, cfa::LocationId start) : cfa_(cfa), builder_(cfa), start_(start) {}

  void change(const CheckingLoop& loop, std::size_t depth) {
    const cfa::Variable& counter = cfa_.variable(loop.counter);
    const SourceRange& range = cfa_.location(loop.head).range;
    cfa::ExpressionPool& pool = builder_.expressions();
    cfa::Variable lowest{.name = "<first index>", .type = counter.type, .kind = cfa::VariableKind::Temporary};
    lowest.function = cfa_.location(loop.head).function;
    const cfa::VariableId first = builder_.add_variable(std::move(lowest));
    const cfa::ExpressionRef index = pool.read(index_of(counter.type, depth), counter.type);
    // What is inserted last comes first.
    builder_.insert_at(loop.head, cfa::Assign{loop.counter, index});
    if (const std::optional<cfa::ExpressionRef> reached = may_be_reached(loop, index, first)) {
      builder_.insert_at(loop.head, cfa::Assume{*reached, cfa::Polarity::Holds});
    }
    builder_.insert_at(loop.head, cfa::Assign{first, pool.read(loop.counter, counter.type)});
    builder_.add_edge(loop.head, loop.behind, cfa::Skip{}, range);
    for (cfa::EdgeId edge : loop.back_edges) {
      closed_.insert(edge);
      builder_.add_edge(cfa_.edge(edge).source, loop.behind, cfa::Skip{}, range);
    }
  }

  /// The run begins with what the input gives.
  void draw_at_start(cfa::EdgeId input) {
    const cfa::VariableId target = std::get<cfa::Input>(cfa_.edge(input).operation).target;
    drawn_.emplace(input, new_index(cfa_.variable(target).type, cfa::VariableKind::OwnIndex));
  }

  cfa::Cfa finish() {
    std::size_t next = 0;
    builder_.replace_operations([&](const cfa::Edge& edge) -> std::optional<cfa::Operation> {
      const cfa::EdgeId id(next++);
      if (const auto drawn = drawn_.find(id); drawn != drawn_.end()) {
        const cfa::VariableId target = std::get<cfa::Input>(edge.operation).target;
        return cfa::Assign{target, builder_.expressions().read(drawn->second, cfa_.variable(target).type)};
      }
      return closed_.contains(id) ? std::optional<cfa::Operation>(never()) : std::nullopt;
    });
    for (cfa::VariableId variable : all_indices_) {
      builder_.insert_at(start_, cfa::Input{variable, cfa::InputKind::Nondeterministic, "<index>"});
    }
    return builder_.build();
  }

private:
  cfa::Operation never() {
    return cfa::Assume{builder_.expressions().constant(0, cfa::IntegerType{32, cfa::Signedness::Signed}),
                       cfa::Polarity::Holds};
  }

  /// One for each depth of loops and each type.
  cfa::VariableId index_of(const cfa::Type& type, std::size_t depth) {
    const cfa::IntegerType& integer = *cfa::as_integer(type);
    const auto key = std::tuple(depth, integer.width, integer.is_signed());
    auto known = indices_.find(key);
    if (known == indices_.end()) {
      known = indices_.emplace(key, new_index(type, cfa::VariableKind::Index)).first;
    }
    return known->second;
  }

  cfa::VariableId new_index(const cfa::Type& type, cfa::VariableKind kind) {
    all_indices_.push_back(builder_.add_variable({.name = "<index>", .type = type, .kind = kind}));
    return all_indices_.back();
  }

  /// Whether the counter may get this value after the first one: not that it does. Nothing if it may get any.
  std::optional<cfa::ExpressionRef> may_be_reached(const CheckingLoop& loop, cfa::ExpressionRef index,
                                                   cfa::VariableId first) {
    cfa::ExpressionPool& pool = builder_.expressions();
    const bool goes_up = loop.step == 1;
    const bool counts = (goes_up || loop.step == -1) && asks_before_each_move(cfa_, loop);
    const std::optional<Bound> bound = counts ? bound_of(loop) : std::nullopt;
    if (!bound || bound->goes_up != goes_up) {
      return std::nullopt; // it may wrap around
    }
    const cfa::ExpressionRef beyond = pool.binary(goes_up ? BinaryOperator::GreaterEqual : BinaryOperator::LessEqual,
                                                  index, pool.read(first, index->type));
    if (!bound->includes) {
      return beyond;
    }
    // Only a loop that includes the last value of the type goes on behind it.
    const cfa::IntegerType& type = *cfa::as_integer(index->type);
    const cfa::Integer last = goes_up ? cfa::maximum_value(type) : cfa::minimum_value(type);
    const cfa::ExpressionRef wraps =
        pool.binary(BinaryOperator::Equal, bound->value, pool.constant(last, bound->value->type));
    return pool.make(cfa::Conditional{wraps, pool.constant(1, beyond->type), beyond}, beyond->type);
  }

  /// What the counter is compared with on the way out.
  struct Bound {
    cfa::ExpressionRef value = nullptr;
    bool goes_up = true;   ///< rounds are made while it is below
    bool includes = false; ///< also when it is equal
  };
  static std::optional<Bound> bound_of(const CheckingLoop& loop) {
    const auto* condition =
        loop.exit_condition != nullptr ? std::get_if<cfa::Binary>(&loop.exit_condition->condition->node) : nullptr;
    if (condition == nullptr || !cfa::is_comparison(condition->op)) {
      return std::nullopt;
    }
    const bool is_mirrored = is_read_of(condition->right, loop.counter);
    const cfa::ExpressionRef counter = is_mirrored ? condition->right : condition->left;
    const cfa::ExpressionRef value = is_mirrored ? condition->left : condition->right;
    BinaryOperator op = is_mirrored ? cfa::mirrored(condition->op) : condition->op;
    op = loop.exit_condition->polarity == cfa::Polarity::Holds ? cfa::negated(op) : op; // where it goes round
    bool stays = is_read_of(counter, loop.counter);
    cfa::for_each_subexpression(value, [&](cfa::ExpressionRef part) {
      const auto* read = std::get_if<cfa::VariableRead>(&part->node);
      stays = stays && !std::holds_alternative<cfa::Load>(part->node) &&
              (read == nullptr || !loop.written.contains(read->variable));
    });
    if (!stays) {
      return std::nullopt;
    }
    switch (op) {
    case BinaryOperator::Less:
      return Bound{value, true, false};
    case BinaryOperator::LessEqual:
      return Bound{value, true, true};
    case BinaryOperator::Greater:
      return Bound{value, false, false};
    case BinaryOperator::GreaterEqual:
      return Bound{value, false, true};
    default:
      return std::nullopt;
    }
  }

  static bool is_read_of(cfa::ExpressionRef expression, cfa::VariableId variable) {
    const auto* read = std::get_if<cfa::VariableRead>(&expression->node);
    return read != nullptr && read->variable == variable;
  }

  const cfa::Cfa& cfa_;
  cfa::CfaBuilder builder_;
  cfa::LocationId start_;
  std::map<std::tuple<std::size_t, unsigned, bool>, cfa::VariableId> indices_;
  std::vector<cfa::VariableId> all_indices_;
  std::map<cfa::EdgeId, cfa::VariableId> drawn_; ///< by input
  std::set<cfa::EdgeId> closed_;
};

} // namespace

std::optional<ProgramAtOneIndex> program_at_one_index(const cfa::Cfa& cfa, cfa::LocationId start) {
  std::vector<CheckingLoop> loops;
  const facts::LiveVariables live(cfa);
  const Recognition recognition(cfa, live);
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (cfa.location(cfa::LocationId(index)).is_loop_head) {
      if (std::optional<CheckingLoop> loop = recognition.at(cfa::LocationId(index))) {
        loops.push_back(*std::move(loop));
      }
    }
  }
  const std::vector<cfa::EdgeId> inputs = inputs_that_are_indices(cfa);
  if (loops.empty() && inputs.empty()) {
    return std::nullopt;
  }
  Rewriting rewriting(cfa, start);
  std::ranges::for_each(inputs, [&](cfa::EdgeId input) { rewriting.draw_at_start(input); });
  std::unordered_set<cfa::LocationId> heads;
  for (const CheckingLoop& loop : loops) {
    const auto depth = static_cast<std::size_t>(
        std::ranges::count_if(loops, [&](const CheckingLoop& other) { return other.locations.contains(loop.head); }));
    rewriting.change(loop, depth);
    heads.insert(loop.head);
  }
  return ProgramAtOneIndex{rewriting.finish(), std::move(heads)};
}

} // namespace vouch::transformation
