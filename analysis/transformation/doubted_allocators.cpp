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
    }
  }

  [[nodiscard]] std::span<const cfa::Edge* const> from(cfa::LocationId location) const {
    const auto found = from_.find(location);
    return found != from_.end() ? std::span<const cfa::Edge* const>(found->second)
                                : std::span<const cfa::Edge* const>();
  }

  /// Where control can come from there.
  [[nodiscard]] std::unordered_set<cfa::LocationId> behind(cfa::LocationId start) const {
    std::unordered_set<cfa::LocationId> result = {start};
    std::vector<cfa::LocationId> open = {start};
    while (!open.empty()) {
      const cfa::LocationId location = open.back();
      open.pop_back();
      for (const cfa::Edge* edge : from(location)) {
        if (result.insert(edge->target).second) {
          open.push_back(edge->target);
        }
      }
    }
    return result;
  }

private:
  std::unordered_map<cfa::LocationId, std::vector<const cfa::Edge*>> from_;
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

/// The branches of the program that compare a pointer with null, checks left out.
std::vector<const cfa::Edge*> comparisons_with_null(const cfa::CfaBuilder& program) {
  std::set<cfa::LocationId> checks;
  for (const cfa::Edge& edge : program.edges()) {
    if (program.location(edge.target).target) {
      checks.insert(edge.source);
    }
  }
  std::vector<const cfa::Edge*> result;
  for (const cfa::Edge& edge : program.edges()) {
    const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
    const bool asks = assume != nullptr && cfa::compared_with_null(assume->condition) != nullptr;
    if (asks && !checks.contains(edge.source)) {
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
  const std::vector<const cfa::Edge*> compared = comparisons_with_null(builder);
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
