#include "analysis/findings/tested_inputs.hpp"

#include "analysis/cfa/comparison.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <variant>

namespace vouch::findings {
namespace {

/// Whether one of the edges from there leads to a target.
bool is_check(const cfa::Cfa& cfa, cfa::LocationId location) {
  return std::ranges::any_of(cfa.outgoing(location),
                             [&](cfa::EdgeId edge) { return cfa.location(cfa.edge(edge).target).target.has_value(); });
}

/// Whether what comes next is that an allocation fails, or does not, which nobody has asked for in a branch.
bool says_if_allocation_fails(const cfa::Cfa& cfa, cfa::LocationId location) {
  return std::ranges::any_of(cfa.incoming(location), [&](cfa::EdgeId edge) {
    const auto* input = std::get_if<cfa::Input>(&cfa.edge(edge).operation);
    return input != nullptr && input->kind == cfa::InputKind::Failure;
  });
}

/// Whether `text` has `place` in it, and not only something that begins or ends like it: `p->next` is not in `p->nextto`,
/// nor in `p->next->next`, nor in `p->next()`.
bool names(std::string_view text, std::string_view place) {
  const auto is_part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  constexpr std::string_view goes_on = ".-[(";
  for (std::size_t at = text.find(place); at != std::string_view::npos; at = text.find(place, at + 1)) {
    const std::string_view before = text.substr(0, at);
    const std::string_view behind = text.substr(at + place.size());
    const bool begins =
        before.empty() || (!is_part_of_name(before.back()) && !before.ends_with('.') && !before.ends_with("->"));
    const bool ends =
        behind.empty() || (!is_part_of_name(behind.front()) && goes_on.find(behind.front()) == std::string_view::npos);
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

/// Whether the condition is written as a call of something with nothing compared in its arguments.
bool is_written_as_call(std::string_view text) {
  constexpr std::string_view of_names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  constexpr std::string_view blank = " \t";
  const std::size_t name = std::min(text.find_first_not_of("!( \t"), text.size());
  const std::size_t behind_name = std::min(text.find_first_not_of(of_names, name), text.size());
  const std::size_t open = text.find_first_not_of(blank, behind_name);
  return behind_name != name && open != std::string_view::npos && text[open] == '(' && text.ends_with(')') &&
         text.find_first_of("!=", open) == std::string_view::npos;
}

/// Whether one of several questions of a macro is asked there. They serve all who use it: `IS_OBJECT(v)`, for `v != NULL &&
/// v->kind == 1`, says no more of this `v` than a function would that is called. `likely(v)` has just one.
bool is_asked_by_macro(const cfa::Cfa& cfa, const cfa::Edge& question) {
  if (!is_written_as_call(question.text)) {
    return false;
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const bool is_written_there = edge.range.file == question.range.file && edge.range.begin == question.range.begin;
    if (edge.source != question.source && is_written_there && is_branch_of_user(cfa, cfa::EdgeId(index))) {
      return true;
    }
  }
  return false;
}

/// Whether a part of a condition, which is written as `text`, reads what has the value: for contents of memory the same
/// read of it, or else the parameter, or the place as it is written.
bool is_read_of(const cfa::Cfa& cfa, cfa::FunctionId function, cfa::ExpressionRef read, const std::string& text,
                const ChosenInput& input) {
  if (input.key.load != nullptr) {
    return read == input.key.load;
  }
  if (input.origin != parameter_of(input.origin)) {
    return names(text, input.origin);
  }
  const auto* variable = std::get_if<cfa::VariableRead>(&read->node);
  return variable != nullptr && cfa.variable(variable->variable).name == input.origin &&
         cfa.variable(variable->variable).function == function;
}

/// Where control can be behind `start` while the variables are as they are there.
std::unordered_set<cfa::LocationId> before_writes(const cfa::Cfa& cfa, cfa::LocationId start,
                                                  const std::vector<cfa::VariableId>& variables) {
  std::unordered_set<cfa::LocationId> result = {start};
  std::vector<cfa::LocationId> open = {start};
  while (!open.empty()) {
    const cfa::LocationId location = open.back();
    open.pop_back();
    for (const cfa::EdgeId id : cfa.outgoing(location)) {
      const bool is_call = std::holds_alternative<cfa::Call>(cfa.edge(id).operation);
      const cfa::Edge& edge = cfa.edge(is_call ? cfa.return_of(id) : id); // of a call: which results it writes
      const bool leaves = std::holds_alternative<cfa::Return>(cfa.edge(id).operation);
      const bool writes = std::ranges::any_of(cfa::variables_written(edge.operation), [&](cfa::VariableId written) {
        return std::ranges::find(variables, written) != variables.end();
      });
      if (!leaves && !writes && result.insert(edge.target).second) {
        open.push_back(edge.target);
      }
    }
  }
  return result;
}

/// The parameter of that name; invalid: there is none.
cfa::VariableId parameter_called(const cfa::Cfa& cfa, cfa::FunctionId function, const std::string& name) {
  const std::vector<cfa::VariableId>& parameters = cfa.function(function).parameters;
  const auto found = std::ranges::find(parameters, name, [&](cfa::VariableId id) { return cfa.variable(id).name; });
  return found != parameters.end() ? *found : cfa::VariableId();
}

/// Nothing: everywhere.
using Places = std::optional<std::unordered_set<cfa::LocationId>>;

/// Where a parameter is still what was passed, if the input is one.
Places while_passed(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input) {
  const cfa::VariableId parameter =
      input.key.load == nullptr ? parameter_called(cfa, function, input.origin) : cfa::VariableId();
  return parameter.is_valid() ? Places(before_writes(cfa, cfa.function(function).entry, {parameter})) : Places();
}

/// The same, and where variables lead to the same place in memory, if the input is what was found there.
Places while_unchanged(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input) {
  if (!input.found_behind.is_valid() || cfa.location(input.found_behind).function != function) {
    return while_passed(cfa, function, input);
  }
  std::vector<cfa::VariableId> variables;
  cfa::for_each_subexpression(input.key.load, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      variables.push_back(read->variable);
    }
  });
  return before_writes(cfa, input.found_behind, variables);
}

/// Which of less, equal and greater the comparison is true for, a bit each.
unsigned orders_of(cfa::BinaryOperator comparison) {
  constexpr unsigned less = 1;
  constexpr unsigned equal = 2;
  constexpr unsigned greater = 4;
  switch (comparison) {
  case cfa::BinaryOperator::Less:
    return less;
  case cfa::BinaryOperator::LessEqual:
    return less | equal;
  case cfa::BinaryOperator::Greater:
    return greater;
  case cfa::BinaryOperator::GreaterEqual:
    return greater | equal;
  case cfa::BinaryOperator::Equal:
    return equal;
  case cfa::BinaryOperator::NotEqual:
    return less | greater;
  default:
    return 0;
  }
}

/// Whether the comparison has either answer where the assertion holds that fails by the branch `failing`: behind `assert(n
/// <= max)`, `n >= max` asks whether n is max, and nothing about what the assertion excludes.
bool asks_about_expected(const cfa::Edge& failing, const cfa::Binary& comparison) {
  const auto* assume = std::get_if<cfa::Assume>(&failing.operation);
  const auto* asserted = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
  if (asserted == nullptr || cfa::is_float(comparison.left->type)) {
    return false;
  }
  const bool is_same = asserted->left == comparison.left && asserted->right == comparison.right;
  const bool is_mirrored = asserted->left == comparison.right && asserted->right == comparison.left;
  const unsigned asked = orders_of(comparison.op);
  if (asked == 0 || orders_of(asserted->op) == 0 || (!is_same && !is_mirrored)) {
    return false;
  }
  const unsigned of_branch = orders_of(is_same ? asserted->op : cfa::mirrored(asserted->op));
  const unsigned expected = assume->polarity == cfa::Polarity::Holds ? ~of_branch & 7U : of_branch;
  return (expected & asked) != 0 && (expected & ~asked) != 0;
}

/// Whether a branch of the function, at one of `places`, is a comparison for which `is_wanted(edge, comparison)` holds, and
/// one of the sides is a read of the input.
template <class Wanted>
bool is_compared(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input, const Places& places,
                 const Wanted& is_wanted) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId id(index);
    const cfa::Edge& edge = cfa.edge(id);
    const bool has_value = !places || places->contains(edge.source);
    if (cfa.location(edge.source).function != function || !has_value || !is_branch_of_user(cfa, id)) {
      continue;
    }
    const auto* comparison = std::get_if<cfa::Binary>(&std::get<cfa::Assume>(edge.operation).condition->node);
    if (comparison != nullptr && is_wanted(edge, *comparison) &&
        (is_read_of(cfa, function, comparison->left, edge.text, input) ||
         is_read_of(cfa, function, comparison->right, edge.text, input))) {
      return true;
    }
  }
  return false;
}

/// The registers that get the result of a call with the value of the parameter among its arguments, or a copy of it.
std::set<cfa::VariableId> results_of_calls_with(const cfa::Cfa& cfa, cfa::VariableId parameter) {
  std::set<cfa::VariableId> results;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* back = std::get_if<cfa::Return>(&cfa.edge(cfa::EdgeId(index)).operation);
    if (back == nullptr) {
      continue;
    }
    const auto& call = std::get<cfa::Call>(cfa.edge(back->call).operation);
    if (std::ranges::any_of(call.parameters, [&](const cfa::Binding& passed) {
          return cfa::register_read(passed.value) == parameter;
        })) {
      std::ranges::transform(back->results, std::inserter(results, results.end()), &cfa::Binding::variable);
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* assign = std::get_if<cfa::Assign>(&cfa.edge(cfa::EdgeId(index)).operation);
    const std::optional<cfa::VariableId> copied = assign != nullptr ? cfa::register_read(assign->value) : std::nullopt;
    if (copied && results.contains(*copied)) {
      results.insert(assign->target);
    }
  }
  return results;
}

/// What is less than, or at most, the other side where the branch is taken; null: it is no such comparison.
cfa::ExpressionRef limited_by(const cfa::Edge& branch) {
  const auto* assume = std::get_if<cfa::Assume>(&branch.operation);
  const auto* comparison = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
  if (comparison == nullptr) {
    return nullptr;
  }
  const bool holds = assume->polarity == cfa::Polarity::Holds;
  switch (comparison->op) {
  case cfa::BinaryOperator::Less:
  case cfa::BinaryOperator::LessEqual:
    return holds ? comparison->left : comparison->right;
  case cfa::BinaryOperator::Greater:
  case cfa::BinaryOperator::GreaterEqual:
    return holds ? comparison->right : comparison->left;
  default:
    return nullptr;
  }
}

/// By how much what is loaded is shifted to the right, as to read a bit-field that is not the first one.
std::set<cfa::Integer> shifts_of(const cfa::Cfa& cfa, cfa::ExpressionRef load) {
  std::set<cfa::Integer> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    for (const cfa::ExpressionRef expression : cfa::expressions_of(cfa.edge(cfa::EdgeId(index)).operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
        const auto* shift = std::get_if<cfa::Binary>(&part->node);
        const bool is_of_load = shift != nullptr && shift->op == cfa::BinaryOperator::ShiftRight && shift->left == load;
        const auto* amount = is_of_load ? std::get_if<cfa::Constant>(&shift->right->node) : nullptr;
        if (amount != nullptr && amount->value > 0 && amount->value < 64) {
          result.insert(amount->value);
        }
      });
    }
  }
  return result;
}

} // namespace

bool is_branch_of_user(const cfa::Cfa& cfa, cfa::EdgeId id) {
  const cfa::Edge& edge = cfa.edge(id);
  return std::holds_alternative<cfa::Assume>(edge.operation) && cfa.outgoing(edge.source).size() > 1 &&
         !cfa.function(cfa.location(edge.source).function).is_synthetic && !is_check(cfa, edge.source) &&
         !says_if_allocation_fails(cfa, edge.source);
}

void add_constants_near(cfa::ExpressionRef condition, std::vector<cfa::Integer>& numbers) {
  cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
    if (const auto* number = std::get_if<cfa::Constant>(&part->node)) {
      numbers.insert(numbers.end(), {number->value - 1, number->value, number->value + 1});
    }
  });
}

std::vector<cfa::Integer> values_in_place_of(const cfa::Cfa& cfa, const ChosenInput& input,
                                             const std::vector<cfa::EdgeId>& condition) {
  std::vector<cfa::Integer> result = {0, 1, 2, 3, 64, -1, 100, 1000, 65'536};
  for (const cfa::EdgeId part : condition) {
    add_constants_near(std::get<cfa::Assume>(cfa.edge(part).operation).condition, result);
  }
  if (!condition.empty() && input.key.load != nullptr) {
    const std::vector<cfa::Integer> members = result;
    for (const cfa::Integer shift : shifts_of(cfa, input.key.load)) {
      std::ranges::transform(members, std::back_inserter(result),
                             [&](cfa::Integer member) { return cfa::wrap(member << shift, input.type); });
    }
  }
  if (!cfa::is_float(input.type)) {
    result.insert(result.end(), {input.value / 2, input.value - 1, input.value + 1});
  }
  std::erase(result, input.value);
  return result;
}

std::string parameter_of(const std::string& place) { return place.substr(0, place.find_first_of("[.- ")); }

bool is_compared_with_null(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input) {
  const bool is_of_code = input.source == CallersFault::Source::Memory;
  const Places places = is_of_code ? while_unchanged(cfa, function, input) : while_passed(cfa, function, input);
  return is_compared(cfa, function, input, places, [&](const cfa::Edge& edge, const cfa::Binary&) {
    return cfa::compared_with_null(std::get<cfa::Assume>(edge.operation).condition) != nullptr &&
           !is_asked_by_macro(cfa, edge);
  });
}

bool says_not_null(const cfa::Cfa& cfa, cfa::EdgeId branch, const ChosenInput& input) {
  const auto& assume = std::get<cfa::Assume>(cfa.edge(branch).operation);
  const auto* comparison = std::get_if<cfa::Binary>(&assume.condition->node);
  if (comparison == nullptr || comparison->left != input.key.load || !is_zero(comparison->right)) {
    return false;
  }
  const bool holds = assume.polarity == cfa::Polarity::Holds;
  return comparison->op == (holds ? cfa::BinaryOperator::NotEqual : cfa::BinaryOperator::Equal);
}

bool is_ordered(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input) {
  const Places places = while_passed(cfa, function, input);
  return is_compared(cfa, function, input, places, [](const cfa::Edge&, const cfa::Binary& comparison) {
    switch (comparison.op) {
    case cfa::BinaryOperator::Less:
    case cfa::BinaryOperator::LessEqual:
    case cfa::BinaryOperator::Greater:
    case cfa::BinaryOperator::GreaterEqual:
      return true;
    default:
      return false;
    }
  });
}

bool limits_what_was_measured(const cfa::Cfa& cfa, cfa::FunctionId function, const std::vector<cfa::EdgeId>& branches,
                              const ChosenInput& input) {
  const cfa::VariableId parameter = parameter_called(cfa, function, parameter_of(input.origin));
  if (!parameter.is_valid()) {
    return false;
  }
  const std::set<cfa::VariableId> measured = results_of_calls_with(cfa, parameter);
  return std::ranges::any_of(std::set(branches.begin(), branches.end()), [&](cfa::EdgeId branch) {
    const cfa::Edge& edge = cfa.edge(branch);
    const cfa::ExpressionRef limited = cfa.location(edge.source).function == function ? limited_by(edge) : nullptr;
    bool is_measured = false;
    if (limited != nullptr) {
      cfa::for_each_subexpression(limited, [&](cfa::ExpressionRef part) {
        const std::optional<cfa::VariableId> read = cfa::register_read(part);
        is_measured = is_measured || (read && measured.contains(*read));
      });
    }
    return is_measured;
  });
}

bool is_compared_elsewhere(const cfa::Cfa& cfa, cfa::FunctionId function, const ChosenInput& input,
                           const std::vector<cfa::EdgeId>& here) {
  const Places places = while_unchanged(cfa, function, input);
  const auto is_counter = [&](cfa::ExpressionRef side) {
    const auto* read = std::get_if<cfa::VariableRead>(&side->node);
    return read != nullptr && cfa.variable(read->variable).kind == cfa::VariableKind::Local;
  };
  return is_compared(cfa, function, input, places, [&](const cfa::Edge& edge, const cfa::Binary& comparison) {
    // `i < n` ends a loop, and asks nothing of what was passed for `n`.
    const bool is_of_passed = !is_counter(comparison.left) && !is_counter(comparison.right);
    return is_of_passed && std::ranges::none_of(here, [&](cfa::EdgeId known) {
             return cfa.edge(known).source == edge.source || asks_about_expected(cfa.edge(known), comparison);
           });
  });
}

} // namespace vouch::findings
