#include "analysis/domains/pointers/pointer_analysis.hpp"

#include "analysis/core/block_registers.hpp"
#include "analysis/core/state_text.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace vouch::domains {

static_assert(core::ConfigurableProgramAnalysis<PointerAnalysis>);

namespace {

using cfa::BinaryOperator;
using cfa::Polarity;
using Registers = PatriciaMap<PointerTargets>;

const PointerTargets only_null = {{NullPointer{}}};

bool may_be_null(const PointerTargets& targets) { return targets.all.front() == PointerTarget(NullPointer{}); }

bool is_function(const PointerTarget& target) { return std::holds_alternative<cfa::FunctionId>(target); }

PointerTargets both(const PointerTargets& left, const PointerTargets& right) {
  PointerTargets result;
  std::ranges::set_union(left.all, right.all, std::back_inserter(result.all));
  return result;
}

bool is_zero(cfa::ExpressionRef expression) {
  const auto* constant = std::get_if<cfa::Constant>(&expression->node);
  const auto* conversion = std::get_if<cfa::Convert>(&expression->node);
  return constant != nullptr ? constant->value == 0 : conversion != nullptr && is_zero(conversion->operand);
}

/// The expression below conversions from one type of pointers to another.
cfa::ExpressionRef without_conversions(cfa::ExpressionRef expression) {
  const auto* conversion = std::get_if<cfa::Convert>(&expression->node);
  return conversion != nullptr && cfa::is_pointer(expression->type) && cfa::is_pointer(conversion->operand->type)
             ? without_conversions(conversion->operand)
             : expression;
}

/// Nothing: it may be anything.
std::optional<PointerTargets> targets_of(cfa::ExpressionRef expression, const Registers& registers) {
  if (!cfa::is_pointer(expression->type)) {
    return std::nullopt;
  }
  if (is_zero(expression)) {
    return only_null;
  }
  const cfa::ExpressionRef value = without_conversions(expression);
  if (const auto* read = std::get_if<cfa::VariableRead>(&value->node)) {
    const PointerTargets* known = registers.find(read->variable.index());
    return known != nullptr ? std::optional(*known) : std::nullopt;
  }
  if (const auto* address = std::get_if<cfa::AddressOf>(&value->node)) {
    return PointerTargets{{address->variable}};
  }
  if (const auto* function = std::get_if<cfa::FunctionAddress>(&value->node)) {
    return PointerTargets{{function->function}};
  }
  if (const auto* choice = std::get_if<cfa::Conditional>(&value->node)) {
    const auto if_true = targets_of(choice->if_true, registers);
    const auto if_false = targets_of(choice->if_false, registers);
    return if_true && if_false ? std::optional(both(*if_true, *if_false)) : std::nullopt;
  }
  return std::nullopt;
}

Registers with(const Registers& registers, cfa::VariableId variable, std::optional<PointerTargets> targets) {
  return targets ? registers.with(variable.index(), *std::move(targets)) : registers.without(variable.index());
}

/// Whether the pointer that the expression is may be null, and the registers if it is, or if it is not.
enum class Nullness { Null, Object };
std::optional<Registers> assume(const Registers& registers, cfa::ExpressionRef pointer, Nullness nullness) {
  const std::optional<PointerTargets> known = targets_of(pointer, registers);
  std::optional<PointerTargets> left;
  if (nullness == Nullness::Null) {
    left = only_null;
    if (known && !may_be_null(*known)) {
      return std::nullopt;
    }
  } else if (known) {
    left = *known;
    std::erase(left->all, PointerTarget(NullPointer{}));
    if (left->all.empty()) {
      return std::nullopt;
    }
  }
  const auto* read = std::get_if<cfa::VariableRead>(&without_conversions(pointer)->node);
  return read != nullptr && left ? registers.with(read->variable.index(), *std::move(left)) : registers;
}

std::optional<Registers> assume_equal(const Registers& registers, cfa::ExpressionRef left, cfa::ExpressionRef right,
                                      Polarity polarity) {
  if (!cfa::is_pointer(left->type)) {
    return registers;
  }
  std::optional<Registers> result = registers;
  for (const auto& [one, other] : {std::pair(left, right), std::pair(right, left)}) {
    const std::optional<PointerTargets> known = result ? targets_of(other, *result) : std::nullopt;
    if (known == only_null) {
      result = assume(*result, one, polarity == Polarity::Holds ? Nullness::Null : Nullness::Object);
    } else if (known && !may_be_null(*known) && polarity == Polarity::Holds) {
      result = assume(*result, one, Nullness::Object);
    }
  }
  return result;
}

Polarity opposite(Polarity polarity) { return polarity == Polarity::Holds ? Polarity::Fails : Polarity::Holds; }

/// Nothing: no state passes.
std::optional<Registers> assume(const Registers& registers, cfa::ExpressionRef condition, Polarity polarity) {
  if (const auto* unary = std::get_if<cfa::Unary>(&condition->node);
      unary != nullptr && unary->op == cfa::UnaryOperator::LogicalNot) {
    return cfa::is_pointer(unary->operand->type)
               ? assume(registers, unary->operand, polarity == Polarity::Holds ? Nullness::Null : Nullness::Object)
               : assume(registers, unary->operand, opposite(polarity));
  }
  if (cfa::is_pointer(condition->type)) {
    return assume(registers, condition, polarity == Polarity::Holds ? Nullness::Object : Nullness::Null);
  }
  if (const auto* check = std::get_if<cfa::MemoryCheck>(&condition->node);
      check != nullptr && check->fault == cfa::MemoryFault::Null) {
    const std::optional<PointerTargets> known = targets_of(check->operands.front(), registers);
    return known && std::ranges::none_of(known->all, is_function)
               ? assume(registers, check->operands.front(),
                        polarity == Polarity::Holds ? Nullness::Null : Nullness::Object)
               : registers; // what is no object and less than 4096 counts as null, too
  }
  const auto* binary = std::get_if<cfa::Binary>(&condition->node);
  if (binary == nullptr) {
    return registers;
  }
  switch (binary->op) {
  case BinaryOperator::Equal:
    return assume_equal(registers, binary->left, binary->right, polarity);
  case BinaryOperator::NotEqual:
    return assume_equal(registers, binary->left, binary->right, opposite(polarity));
  default:
    return registers;
  }
}

Registers bound(const Registers& registers, const std::vector<cfa::Binding>& bindings) {
  Registers result = registers;
  for (const cfa::Binding& binding : bindings) {
    result = with(result, binding.variable, targets_of(binding.value, registers));
  }
  return result;
}

/// Nothing: no state gets behind the edge.
std::optional<Registers> behind(const Registers& registers, const core::EdgeContext& edge) {
  using Result = std::optional<Registers>;
  return std::visit(
      Overloaded{
          [&](const cfa::Assume& op) -> Result { return assume(registers, op.condition, op.polarity); },
          [&](const cfa::Assign& op) -> Result { return with(registers, op.target, targets_of(op.value, registers)); },
          [&](const cfa::Input& op) -> Result { return registers.without(op.target.index()); },
          [&](const cfa::Allocate& op) -> Result {
            const PointerTargets made = {{edge.id}};
            const bool may_fail = op.failure == cfa::AllocationFailure::MayReturnNull;
            return registers.with(op.target.index(), may_fail ? both(only_null, made) : made);
          },
          [&](const cfa::Call& op) -> Result { return bound(registers, op.parameters); },
          [&](const cfa::Return& op) -> Result { return bound(registers, op.results); },
          [&](const auto& /*operation*/) -> Result { return registers; },
      },
      edge.edge.operation);
}

/// Whether each pointer leads where it may in `outer`.
bool is_within(const Registers& inner, const Registers& outer) {
  return outer.is_within(inner, [](const PointerTargets& wide, const PointerTargets& narrow) {
    return std::ranges::includes(wide.all, narrow.all);
  });
}

std::string text_of(const PointerTarget& target, const cfa::Cfa& cfa) {
  return std::visit(Overloaded{
                        [](NullPointer) { return std::string("null"); },
                        [&](cfa::VariableId variable) { return "&" + cfa.variable(variable).name; },
                        [&](cfa::EdgeId made) {
                          return "<allocated at line " + std::to_string(cfa.edge(made).range.begin.line) + ">";
                        },
                        [&](cfa::FunctionId function) { return cfa.function(function).name; },
                    },
                    target);
}

} // namespace

std::vector<PointerState> PointerAnalysis::post(const State& state, const Precision& /*precision*/,
                                                const core::EdgeContext& edge) const {
  std::optional<Registers> registers = behind(state.registers, edge);
  return registers ? std::vector<State>{{*std::move(registers)}} : std::vector<State>();
}

std::optional<PointerState> PointerAnalysis::join(const State& added, const State& reached) const {
  return State{reached.registers.intersection(
      added.registers, [](std::uint64_t /*register*/, const PointerTargets& known, const PointerTargets& more) {
        return std::optional(both(known, more));
      })};
}

PointerState PointerAnalysis::merge(const State& added, const State& reached, const Precision& /*precision*/) const {
  return *join(added, reached);
}

bool PointerAnalysis::stop(const State& state, std::span<const State* const> reached,
                           const Precision& /*precision*/) const {
  return std::ranges::any_of(reached,
                             [&](const State* candidate) { return is_within(state.registers, candidate->registers); });
}

std::vector<cfa::ExpressionRef> PointerAnalysis::says(const State& state) const {
  std::vector<cfa::ExpressionRef> conditions;
  state.registers.for_each([&](std::uint64_t key, const PointerTargets& targets) {
    const cfa::VariableId variable(key);
    if (may_be_null(targets) && targets.all.size() > 1) {
      return;
    }
    const cfa::Type& type = cfa_->variable(variable).type;
    conditions.push_back(said_->binary(may_be_null(targets) ? BinaryOperator::Equal : BinaryOperator::NotEqual,
                                       said_->read(variable, type), said_->constant(0, type)));
  });
  return conditions;
}

std::vector<core::StatePart> PointerAnalysis::describe(const State& state, const cfa::Cfa& cfa) const {
  core::TextList pointers;
  state.registers.for_each([&](std::uint64_t key, const PointerTargets& targets) {
    std::string text;
    for (const PointerTarget& target : targets.all) {
      text += (text.empty() ? "" : " or ") + text_of(target, cfa);
    }
    pointers.add(cfa.variable(cfa::VariableId(key)).name + " = " + text);
  });
  return {{name, pointers.finish()}};
}

std::optional<PointerState> PointerAnalysis::reduce(const State& state, const Precision& /*precision*/,
                                                    const core::BlockContext& block) const {
  return State{core::registers_at_entry(state.registers, block, *cfa_)};
}

PointerState PointerAnalysis::rebuild(const State& entry, const core::BlockContext& block,
                                      const State& expanded) const {
  return {
      core::registers_behind_call(entry.registers, expanded.registers, cfa_->function(block.block.function), *cfa_)};
}

} // namespace vouch::domains
