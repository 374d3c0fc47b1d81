#include "analysis/transformation/doubted_allocators.hpp"

#include "analysis/cfa/comparison.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace vouch::transformation {
namespace {

/// The edges of a program by where they begin.
class Edges {
public:
  explicit Edges(const cfa::CfaBuilder& program) {
    for (const cfa::Edge& edge : program.edges()) {
      from_[edge.source].push_back(&edge);
      if (const auto* back = std::get_if<cfa::Return>(&edge.operation)) {
        behind_call_.emplace(program.edges()[back->call.index()].source, edge.target);
      }
    }
  }

  [[nodiscard]] std::span<const cfa::Edge* const> from(cfa::LocationId location) const {
    const auto found = from_.find(location);
    return found != from_.end() ? std::span<const cfa::Edge* const>(found->second)
                                : std::span<const cfa::Edge* const>();
  }

  /// Where control can come from there, not by way of `except`. What is called returns to where it was called.
  [[nodiscard]] std::unordered_set<cfa::LocationId> behind(cfa::LocationId start, cfa::LocationId except = {}) const {
    std::unordered_set<cfa::LocationId> result = {start, except};
    std::vector<cfa::LocationId> called;
    follow({start}, result, [&](const cfa::Edge& edge) {
      if (std::holds_alternative<cfa::Call>(edge.operation)) {
        called.push_back(edge.target);
        return false;
      }
      return true;
    });
    result.insert(called.begin(), called.end());
    follow(std::move(called), result,
           [](const cfa::Edge& edge) { return !std::holds_alternative<cfa::Return>(edge.operation); });
    return result;
  }

private:
  /// Adds what is reached from `open` along the edges that are followed, and past calls.
  template <class IsFollowed>
  void follow(std::vector<cfa::LocationId> open, std::unordered_set<cfa::LocationId>& reached,
              const IsFollowed& is_followed) const {
    while (!open.empty()) {
      const cfa::LocationId location = open.back();
      open.pop_back();
      const auto come_to = [&](cfa::LocationId next) {
        if (reached.insert(next).second) {
          open.push_back(next);
        }
      };
      for (const cfa::Edge* edge : from(location)) {
        if (is_followed(*edge)) {
          come_to(edge->target);
        }
      }
      for (auto [next, end] = behind_call_.equal_range(location); next != end; ++next) {
        come_to(next->second);
      }
    }
  }

  std::unordered_map<cfa::LocationId, std::vector<const cfa::Edge*>> from_;
  std::unordered_multimap<cfa::LocationId, cfa::LocationId> behind_call_; ///< by where calls begin
};

/// A variable, or a place in memory as it is written, and where it has got a value that an allocator gives.
struct GivenPlace {
  cfa::VariableId variable; ///< invalid: a place in memory
  cfa::ExpressionRef address = nullptr;
  cfa::LocationId behind;
  friend auto operator<=>(const GivenPlace& a, const GivenPlace& b) {
    return std::tuple(a.variable.index(), a.address, a.behind) <=> std::tuple(b.variable.index(), b.address, b.behind);
  }
};

/// Where the values go that one function gives.
class GivenPointers {
public:
  GivenPointers(const cfa::CfaBuilder& program, const Edges& edges, const std::string& allocator) : edges_(edges) {
    for (const cfa::Edge& edge : program.edges()) {
      const auto* input = std::get_if<cfa::Input>(&edge.operation);
      if (input != nullptr && input->kind == cfa::InputKind::Failure && input->origin == allocator) {
        add_null_behind(edge.target);
      }
    }
    bool has_changed = !places_.empty();
    while (has_changed) {
      has_changed = false;
      for (const cfa::Edge& edge : program.edges()) {
        has_changed = pass_on(edge) || has_changed;
      }
    }
  }

  /// Whether a branch that comes behind compares one of the places with null; `compared` are all that do.
  [[nodiscard]] bool is_one_of(const std::vector<const cfa::Edge*>& compared) const {
    return std::ranges::any_of(places_, [&](const GivenPlace& place) {
      std::unordered_set<cfa::LocationId> behind;
      return std::ranges::any_of(compared, [&](const cfa::Edge* branch) {
        const cfa::ExpressionRef condition = std::get<cfa::Assume>(branch->operation).condition;
        if (!is(place, cfa::compared_with_null(condition))) {
          return false;
        }
        behind = behind.empty() ? edges_.behind(place.behind) : std::move(behind);
        return behind.contains(branch->source);
      });
    });
  }

private:
  /// The variable that gets null where it fails.
  void add_null_behind(cfa::LocationId asked) {
    for (const cfa::Edge* branch : edges_.from(asked)) {
      for (const cfa::Edge* next : edges_.from(branch->target)) {
        const auto* assign = std::get_if<cfa::Assign>(&next->operation);
        if (assign != nullptr && cfa::is_zero(assign->value)) {
          places_.insert({assign->target, nullptr, next->target});
        }
      }
    }
  }

  static bool is(const GivenPlace& place, cfa::ExpressionRef value) {
    const cfa::ExpressionRef source = cfa::without_conversions(value);
    const auto* read = std::get_if<cfa::VariableRead>(&source->node);
    const auto* load = std::get_if<cfa::Load>(&source->node);
    return place.variable.is_valid() ? read != nullptr && read->variable == place.variable
                                     : load != nullptr && load->address == place.address;
  }

  [[nodiscard]] bool has(cfa::ExpressionRef value) const {
    return std::ranges::any_of(places_, [&](const GivenPlace& place) { return is(place, value); });
  }

  bool bind(const std::vector<cfa::Binding>& bindings, cfa::LocationId behind) {
    bool result = false;
    for (const cfa::Binding& binding : bindings) {
      result = (has(binding.value) && places_.insert({binding.variable, nullptr, behind}).second) || result;
    }
    return result;
  }

  bool pass_on(const cfa::Edge& edge) {
    if (const auto* assign = std::get_if<cfa::Assign>(&edge.operation)) {
      return has(assign->value) && places_.insert({assign->target, nullptr, edge.target}).second;
    }
    if (const auto* store = std::get_if<cfa::Store>(&edge.operation)) {
      return has(store->value) && places_.insert({{}, store->address, edge.target}).second;
    }
    const auto* call = std::get_if<cfa::Call>(&edge.operation);
    const auto* back = std::get_if<cfa::Return>(&edge.operation);
    return call != nullptr ? bind(call->parameters, edge.target) : back != nullptr && bind(back->results, edge.target);
  }

  const Edges& edges_;
  std::set<GivenPlace> places_;
};

/// Whether two expressions read the same variable, or the same place in memory.
bool is_same_read(cfa::ExpressionRef first, cfa::ExpressionRef second) {
  const auto* variable = std::get_if<cfa::VariableRead>(&first->node);
  const auto* other = std::get_if<cfa::VariableRead>(&second->node);
  return first == second || (variable != nullptr && other != nullptr && variable->variable == other->variable);
}

/// What is asked before allocations fail.
class Comparisons {
public:
  Comparisons(const cfa::CfaBuilder& program, const Edges& edges) : edges_(edges) {
    for (const cfa::Edge& edge : program.edges()) {
      if (program.location(edge.target).target) {
        checks_.insert(edge.source);
      }
    }
  }

  /// Whether the edge is a branch that compares a pointer with null, no check, and not only to free what there is.
  [[nodiscard]] bool doubts(const cfa::Edge& edge) const {
    const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
    return assume != nullptr && cfa::compared_with_null(assume->condition) != nullptr &&
           !checks_.contains(edge.source) && !is_only_asked_to_free(edge);
  }

private:
  /// `if (p->text) free(p->text);` asks whether there is something left from before.
  [[nodiscard]] bool is_only_asked_to_free(const cfa::Edge& branch) const {
    const cfa::ExpressionRef compared =
        cfa::without_conversions(cfa::compared_with_null(std::get<cfa::Assume>(branch.operation).condition));
    const std::span<const cfa::Edge* const> ways = edges_.from(branch.source);
    return std::ranges::any_of(ways, [&](const cfa::Edge* way) {
      const std::optional<cfa::LocationId> free = free_next(way->target, compared);
      return free && std::ranges::none_of(ways, [&](const cfa::Edge* other) {
               return other != way && edges_.behind(other->target, branch.source).contains(*free);
             });
    });
  }

  /// Where the pointer is freed, if nothing comes before but checks.
  [[nodiscard]] std::optional<cfa::LocationId> free_next(cfa::LocationId location, cfa::ExpressionRef pointer) const {
    for (int steps = 0; steps < most_steps_to_free; ++steps) {
      const cfa::Edge* next = nullptr;
      for (const cfa::Edge* edge : edges_.from(location)) {
        const auto* free = std::get_if<cfa::Free>(&edge->operation);
        if (free != nullptr && is_same_read(cfa::without_conversions(free->address), pointer)) {
          return location;
        }
        const bool is_passed = std::holds_alternative<cfa::Skip>(edge->operation) ||
                               (std::holds_alternative<cfa::Assume>(edge->operation) && checks_.contains(location) &&
                                !edges_.from(edge->target).empty());
        next = is_passed ? edge : next;
      }
      if (next == nullptr) {
        return std::nullopt;
      }
      location = next->target;
    }
    return std::nullopt;
  }

  static constexpr int most_steps_to_free = 20;

  const Edges& edges_;
  std::unordered_set<cfa::LocationId> checks_; ///< where they begin
};

/// The branches of the program that somebody asks by whether a pointer is null.
std::vector<const cfa::Edge*> comparisons_with_null(const cfa::CfaBuilder& program, const Edges& edges) {
  const Comparisons comparisons(program, edges);
  std::vector<const cfa::Edge*> result;
  for (const cfa::Edge& edge : program.edges()) {
    if (comparisons.doubts(edge)) {
      result.push_back(&edge);
    }
  }
  return result;
}

} // namespace

void mark_doubted_allocators(cfa::CfaBuilder& builder) {
  std::set<std::string> doubted;
  for (const cfa::Edge& edge : builder.edges()) {
    const auto* input = std::get_if<cfa::Input>(&edge.operation);
    if (input != nullptr && input->kind == cfa::InputKind::Failure && input->author == cfa::Author::Code) {
      doubted.insert(input->origin);
    }
  }
  if (doubted.empty()) {
    return;
  }
  const Edges edges(builder);
  const std::vector<const cfa::Edge*> compared = comparisons_with_null(builder, edges);
  std::erase_if(doubted, [&](const std::string& allocator) {
    return !GivenPointers(builder, edges, allocator).is_one_of(compared);
  });
  builder.replace_operations([&](const cfa::Edge& edge) -> std::optional<cfa::Operation> {
    const auto* input = std::get_if<cfa::Input>(&edge.operation);
    if (input == nullptr || input->kind != cfa::InputKind::Failure || !doubted.contains(input->origin)) {
      return std::nullopt;
    }
    cfa::Input marked = *input;
    marked.author = cfa::Author::System;
    return marked;
  });
}

} // namespace vouch::transformation
