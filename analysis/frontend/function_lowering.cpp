#include "analysis/frontend/function_lowering.hpp"

#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::frontend {

Origin FunctionLowering::origin_of(const clang::Stmt* statement) const {
  return {range_of(statement->getSourceRange()), text_of(statement->getSourceRange())};
}

std::string FunctionLowering::text_of(clang::SourceRange tokens) const {
  bool is_no_step = unit_.role == UnitRole::Models || assertions_ == Assertions::Assumed;
  return is_no_step ? std::string() : unit_.source.text(tokens);
}

std::string FunctionLowering::quoted(const clang::Expr* expression) const {
  return "\"" + unit_.source.text(expression->getSourceRange()) + "\"";
}

SourceRange FunctionLowering::range_of(clang::SourceRange tokens) const {
  return place_.is_valid() ? place_ : unit_.source.range(tokens);
}

void FunctionLowering::emit(cfa::Operation operation, const Origin& origin) {
  DraftLocation next = draft_.add_location();
  draft_.add_edge(current_, next, std::move(operation), origin.range, origin.text);
  start_at(next);
}

void FunctionLowering::go_to(DraftLocation target) { draft_.add_skip(current_, target); }

void FunctionLowering::branch(cfa::ExpressionRef value, DraftLocation if_true, DraftLocation if_false,
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

void FunctionLowering::unsupported(const std::string& construct, const Origin& origin) {
  emit(cfa::Unsupported{construct, cfa::Unsupported::Hides::Targets}, origin);
  continue_unreachable();
}

void FunctionLowering::unknown_behaviour(const std::string& construct, const Origin& origin) {
  // An error function is a target only where it is called.
  const auto& addressed = unit_.linkage.program->usage.address_taken_functions;
  const bool may_call_error_function =
      std::ranges::any_of(addressed, [](const clang::FunctionDecl* function) { return is_error_function(function); });
  emit(cfa::Unsupported{construct, may_call_error_function ? cfa::Unsupported::Hides::Targets
                                                           : cfa::Unsupported::Hides::Behaviour},
       origin);
}

void FunctionLowering::unsupported(const std::string& construct, const clang::Stmt* statement) {
  unsupported(construct, origin_of(statement));
}

cfa::ExpressionRef FunctionLowering::unsupported_value(const std::string& construct, const clang::Expr* expression) {
  unsupported(construct, expression);
  auto type = unit_.types.scalar(expression->getType());
  return unit_.expressions.zero(type.value_or(cfa::IntegerType{}));
}

cfa::VariableId FunctionLowering::temporary(const std::string& name, const cfa::Type& type) {
  return unit_.make_register("<" + name + ">", type, cfa::VariableKind::Temporary, function_, {});
}

Place FunctionLowering::temporary_place(const std::string& name, clang::QualType type, const Origin& origin) {
  Place result = unit_.make_place("<" + name + ">", type, cfa::VariableKind::Temporary, cfa::Storage::Register,
                                  function_, origin.range);
  if (const auto* memory = std::get_if<MemoryPlace>(&result)) {
    emit(cfa::Declare{std::get<cfa::AddressOf>(memory->address->node).variable}, {origin.range, {}});
  }
  return result;
}

cfa::VariableId FunctionLowering::result_variable(const std::string& name, const cfa::Type& type,
                                                  const Destination* destination) {
  bool fits = destination != nullptr && unit_.builder.variable(destination->variable).type == type;
  return fits ? destination->variable : temporary(name, type);
}

cfa::ExpressionRef FunctionLowering::saved(cfa::ExpressionRef value, const std::string& name, const Origin& origin) {
  cfa::VariableId variable = temporary(name, value->type);
  emit(cfa::Assign{variable, value}, {origin.range, {}});
  return unit_.expressions.read(variable, value->type);
}

bool FunctionLowering::may_change(const Effects& effects, cfa::ExpressionRef value) const {
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

cfa::ExpressionRef FunctionLowering::stabilised(cfa::ExpressionRef value, const clang::Stmt* later,
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

Place FunctionLowering::stabilised(Place place, const clang::Stmt* later, const clang::Stmt* origin) {
  if (auto* memory = std::get_if<MemoryPlace>(&place)) {
    memory->address = stabilised(memory->address, later, origin);
  } else if (auto* bits = std::get_if<BitFieldPlace>(&place)) {
    bits->address = stabilised(bits->address, later, origin);
  }
  return place;
}

void FunctionLowering::input(cfa::VariableId target, cfa::InputKind kind, const std::string& name,
                             const Origin& origin) {
  emit(cfa::Input{target, kind, name, {}, cfa::Input::Range::WholeType}, origin);
}

void FunctionLowering::unconstrained(const Place& place, clang::QualType type, cfa::InputKind kind,
                                     const std::string& name, const Origin& origin) {
  auto input_of = [&](cfa::VariableId variable, clang::QualType part) {
    auto range = is_boolean(part) ? cfa::Input::Range::Boolean : cfa::Input::Range::WholeType;
    emit(cfa::Input{variable, kind, name, {}, range}, origin);
  };
  std::visit(Overloaded{
                 [&](const RegisterPlace& target) { input_of(target.variable, type); },
                 [&](const LeavesPlace& target) {
                   const auto& leaves = unit_.types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl()).leaves;
                   for (std::size_t index = 0; index < leaves.size(); ++index) {
                     input_of(target.leaves[index], leaves[index].type);
                   }
                 },
                 [&](const MemoryPlace& target) {
                   emit(cfa::HavocMemory{target.address, name, kind}, origin);
                 },
                 [&](const BitFieldPlace& target) {
                   emit(cfa::HavocMemory{target.address, name, kind}, origin);
                 },
             },
             place);
}

void FunctionLowering::lower_definition(const FunctionInterface& interface) {
  interface_ = &interface;
  lifetimes_ = lifetimes_in(interface.declaration);
  enter_bypassed_scopes();
  parameters(interface);
  for (const clang::Stmt* assertion : contract_of(interface.declaration)) {
    contract_.insert(assertion);
  }
  wide_bit_fields_ = wide_bit_field_uses(interface.declaration->getBody(), unit_.context);
  if (wide_bit_fields_.has_types) {
    unsupported("type of a bit-field wider than int", Origin{range_of(interface.declaration->getSourceRange()), {}});
  }
  open_block(interface.declaration->getBody());
  for (const clang::Stmt* part : llvm::cast<clang::CompoundStmt>(interface.declaration->getBody())->body()) {
    statement(part);
  }
  open_blocks_.clear(); // all lifetimes end with the function
  // Whoever uses the result of a function that ended without one has undefined behaviour, except for main.
  Origin end{range_of(clang::SourceRange(interface.declaration->getBodyRBrace())), {}};
  for (cfa::VariableId result : interface.results) {
    if (interface.declaration->isMain()) {
      emit(cfa::Assign{result, unit_.expressions.zero(unit_.builder.variable(result).type)}, end);
    } else {
      input(result, cfa::InputKind::Uninitialised, "missing return value", end);
    }
  }
}

void FunctionLowering::end_as_unsupported(const std::string& construct, const SourceRange& range) {
  unsupported(construct, Origin{range, {}});
}

void FunctionLowering::finish() {
  go_to(Draft::exit);
  draft_.simplify(interface_ != nullptr ? interface_->results : std::vector<cfa::VariableId>());
  draft_.emit(unit_.builder, function_);
}

} // namespace vouch::frontend
