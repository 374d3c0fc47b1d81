#include "analysis/frontend/lowering_context.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/frontend/lower_block.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_size.hpp"
#include "analysis/frontend/lower_statement.hpp"
#include "analysis/frontend/property_targets.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <utility>

namespace vouch::frontend {

struct LoweringContext::Parts {
  explicit Parts(LoweringContext& lowering)
      : blocks(lowering), conditions(lowering), expressions(lowering), places(lowering), sizes(lowering),
        statements(lowering), targets(lowering) {}

  BlockLowering blocks;
  ConditionLowering conditions;
  EvaluationOrder order;
  ExpressionLowering expressions;
  PlaceLowering places;
  SizeLowering sizes;
  StatementLowering statements;
  PropertyTargets targets;
};

LoweringContext::LoweringContext(Unit& unit, cfa::FunctionId function, SourceRange place)
    : unit_(unit), function_(function), place_(std::move(place)), parts_(std::make_unique<Parts>(*this)) {}

LoweringContext::~LoweringContext() = default;

BlockLowering& LoweringContext::blocks() const { return parts_->blocks; }
ConditionLowering& LoweringContext::conditions() const { return parts_->conditions; }
EvaluationOrder& LoweringContext::order() const { return parts_->order; }
ExpressionLowering& LoweringContext::expressions() const { return parts_->expressions; }
PlaceLowering& LoweringContext::places() const { return parts_->places; }
SizeLowering& LoweringContext::sizes() const { return parts_->sizes; }
StatementLowering& LoweringContext::statements() const { return parts_->statements; }
PropertyTargets& LoweringContext::targets() const { return parts_->targets; }

Origin LoweringContext::origin_of(const clang::Stmt* statement) const {
  return {range_of(statement->getSourceRange()), text_of(statement->getSourceRange())};
}

std::string LoweringContext::text_of(clang::SourceRange tokens) const {
  bool is_no_step = unit_.role == UnitRole::Models || assertions_ == Assertions::Assumed;
  return is_no_step ? std::string() : unit_.source.text(tokens);
}

std::string LoweringContext::quoted(const clang::Expr* expression) const {
  return "\"" + unit_.source.text(expression->getSourceRange()) + "\"";
}

SourceRange LoweringContext::range_of(clang::SourceRange tokens) const {
  return place_.is_valid() ? place_ : unit_.source.range(tokens);
}

void LoweringContext::emit(cfa::Operation operation, const Origin& origin) {
  DraftLocation next = draft_.add_location();
  draft_.add_edge(current_, next, std::move(operation), origin.range, origin.text);
  start_at(next);
}

void LoweringContext::start_at(DraftLocation location) {
  current_ = location;
  passed_checks_.clear();
}

void LoweringContext::go_to(DraftLocation target) { draft_.add_skip(current_, target); }

void LoweringContext::branch(cfa::ExpressionRef value, DraftLocation if_true, DraftLocation if_false,
                             const Origin& origin) {
  Truth truth = unit_.expressions.truth(value);
  if (truth.polarity == cfa::Polarity::Fails) {
    std::swap(if_true, if_false);
  }
  if (const cfa::Integer* known = constant_value(truth.condition)) {
    go_to(*known != 0 ? if_true : if_false);
    return;
  }
  draft_.add_edge(current_, if_true, cfa::Assume{truth.condition, cfa::Polarity::Holds}, origin.range, origin.text);
  draft_.add_edge(current_, if_false, cfa::Assume{truth.condition, cfa::Polarity::Fails}, origin.range, origin.text);
}

void LoweringContext::unsupported(const std::string& construct, const Origin& origin) {
  emit(cfa::Unsupported{construct, cfa::Unsupported::Hides::Targets}, origin);
  continue_unreachable();
}

void LoweringContext::unknown_behaviour(const std::string& construct, const Origin& origin) {
  // An error function is a target only where it is called.
  const auto& addressed = unit_.linkage.program->usage.address_taken_functions;
  const bool may_call_error_function =
      std::ranges::any_of(addressed, [](const clang::FunctionDecl* function) { return is_error_function(function); });
  emit(cfa::Unsupported{construct, may_call_error_function ? cfa::Unsupported::Hides::Targets
                                                           : cfa::Unsupported::Hides::Behaviour},
       origin);
}

void LoweringContext::unsupported(const std::string& construct, const clang::Stmt* statement) {
  unsupported(construct, origin_of(statement));
}

cfa::ExpressionRef LoweringContext::unsupported_value(const std::string& construct, const clang::Expr* expression) {
  unsupported(construct, expression);
  auto type = unit_.types.scalar(expression->getType());
  return unit_.expressions.zero(type.value_or(cfa::IntegerType{}));
}

cfa::VariableId LoweringContext::temporary(const std::string& name, const cfa::Type& type) {
  return unit_.make_register("<" + name + ">", type, cfa::VariableKind::Temporary, function_, {});
}

Place LoweringContext::temporary_place(const std::string& name, clang::QualType type, const Origin& origin) {
  Place result = unit_.make_place("<" + name + ">", type, cfa::VariableKind::Temporary, cfa::Storage::Register,
                                  function_, origin.range);
  if (const auto* memory = std::get_if<MemoryPlace>(&result)) {
    emit(cfa::Declare{std::get<cfa::AddressOf>(memory->address->node).variable}, {origin.range, {}});
  }
  return result;
}

cfa::VariableId LoweringContext::result_variable(const std::string& name, const cfa::Type& type,
                                                 const Destination* destination) {
  bool fits = destination != nullptr && unit_.builder.variable(destination->variable).type == type;
  return fits ? destination->variable : temporary(name, type);
}

cfa::ExpressionRef LoweringContext::saved(cfa::ExpressionRef value, const std::string& name, const Origin& origin) {
  cfa::VariableId variable = temporary(name, value->type);
  emit(cfa::Assign{variable, value}, {origin.range, {}});
  return unit_.expressions.read(variable, value->type);
}

cfa::Author LoweringContext::author_of(const clang::FunctionDecl* function) const {
  return function != nullptr && is_of_system(function) ? cfa::Author::System : cfa::Author::Code;
}

void LoweringContext::change_elsewhere(cfa::ExpressionRef address, const std::string& name,
                                       const clang::FunctionDecl* function, const Origin& origin,
                                       cfa::HavocMemory::Pointers pointers) {
  cfa::HavocMemory havoc{
      address, name, cfa::InputKind::External, {}, cfa::HavocMemory::Constants::Kept, author_of(function)};
  havoc.pointers = pointers;
  emit(std::move(havoc), origin);
}

cfa::ExpressionRef LoweringContext::settled(cfa::ExpressionRef value, const Origin& origin) {
  bool reads_memory = false;
  cfa::for_each_subexpression(value, [&](cfa::ExpressionRef part) {
    reads_memory = reads_memory || std::holds_alternative<cfa::Load>(part->node);
  });
  return reads_memory ? saved(value, "argument", origin) : value;
}

bool LoweringContext::may_change(const Effects& effects, cfa::ExpressionRef value) const {
  bool result = false;
  cfa::for_each_subexpression(value, [&](cfa::ExpressionRef expression) {
    if (std::holds_alternative<cfa::Load>(expression->node)) {
      result = true; // an assignment by name may be to memory, too
    } else if (const auto* read = std::get_if<cfa::VariableRead>(&expression->node)) {
      const clang::VarDecl* declaration = unit_.declaration_of(read->variable);
      result = result || (declaration != nullptr && (effects.any_variable || effects.variables.contains(declaration) ||
                                                     (effects.calls && declaration->hasGlobalStorage())));
    }
  });
  return result;
}

cfa::ExpressionRef LoweringContext::stabilised(cfa::ExpressionRef value, const clang::Stmt* later,
                                               const clang::Stmt* origin) {
  const Effects& effects = unit_.effects_of(later);
  if (effects.is_empty() || !may_change(effects, value)) {
    return value;
  }
  cfa::VariableId saved = temporary("value", value->type);
  Origin place = origin_of(origin);
  place.text.clear();
  emit(cfa::Assign{saved, value}, place);
  return unit_.expressions.read(saved, value->type);
}

Place LoweringContext::stabilised(Place place, const clang::Stmt* later, const clang::Stmt* origin) {
  const auto stabilise = [&](auto& object) {
    object.address = stabilised(object.address, later, origin);
    for (ElementIndex& element : object.indices) {
      element.index = stabilised(element.index, later, origin);
    }
  };
  if (auto* memory = std::get_if<MemoryPlace>(&place)) {
    stabilise(*memory);
  } else if (auto* bits = std::get_if<BitFieldPlace>(&place)) {
    stabilise(*bits);
  }
  return place;
}

void LoweringContext::input(cfa::VariableId target, cfa::InputKind kind, const std::string& name,
                            const Origin& origin) {
  emit(cfa::Input{target, kind, name, {}, cfa::Input::Range::WholeType}, origin);
}

void LoweringContext::unconstrained(const Place& place, clang::QualType type, cfa::InputKind kind,
                                    const std::string& name, const Origin& origin) {
  auto input_of = [&](cfa::VariableId variable, clang::QualType part) {
    auto range = is_boolean(part) ? cfa::Input::Range::Boolean : cfa::Input::Range::WholeType;
    const std::string& own = unit_.builder.variable(variable).name;
    cfa::Input input{variable, kind, own.starts_with(name + ".") ? own : name, {}, range};
    const bool is_from_outside = kind == cfa::InputKind::Parameter ||
                                 (kind == cfa::InputKind::External && unit_.linkage.code_elsewhere_keeps_types());
    if (is_from_outside && part->isPointerType()) {
      input.result_type =
          part->isVoidPointerType() ? unit_.given_types.untyped() : unit_.given_types.of(part->getPointeeType(), {});
    }
    emit(std::move(input), origin);
  };
  const auto havoc = [&](const MemoryPlace& object) {
    cfa::HavocMemory contents{object.address, name, kind};
    if (kind == cfa::InputKind::Parameter) {
      contents.pointer_types = unit_.given_types.behind_pointers_in(type);
    }
    emit(std::move(contents), origin);
  };
  std::visit(Overloaded{
                 [&](const RegisterPlace& target) { input_of(target.variable, type); },
                 [&](const LeavesPlace& target) {
                   const auto& leaves = unit_.types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl()).leaves;
                   for (std::size_t index = 0; index < leaves.size(); ++index) {
                     input_of(target.leaves[index], leaves[index].type);
                   }
                 },
                 [&](const MemoryPlace& target) { havoc(target); },
                 [&](const BitFieldPlace& target) { emit(cfa::HavocMemory{target.address, name, kind}, origin); },
             },
             place);
}

} // namespace vouch::frontend
