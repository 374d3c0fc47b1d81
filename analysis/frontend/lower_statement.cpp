#include "analysis/frontend/lower_statement.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/lower_aggregate.hpp"
#include "analysis/frontend/lower_assignment.hpp"
#include "analysis/frontend/lower_block.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_flags.hpp"
#include "analysis/frontend/lower_initialiser.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_size.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>

namespace vouch::frontend {

void StatementLowering::find_contract() {
  std::string exemption;
  for (const ContractPart& part : contract_of(lowering_.interface()->declaration)) {
    if (const auto* expectation = std::get_if<Expectation>(&part)) {
      contract_.emplace(expectation->assertion, exemption);
    } else {
      const std::string condition = lowering_.origin_of(std::get<WayOut>(part).condition).text;
      exemption += (exemption.empty() ? "(" : " || (") + condition + ")";
    }
  }
  if (const auto given = lowering_.interface()->contract_is_assumed) {
    contract_is_assumed_ = unit_.expressions.read(*given, unit_.builder.variable(*given).type);
  }
}

void StatementLowering::statement(const clang::Stmt* statement) {
  const auto expected = contract_.find(statement);
  if (expected == contract_.end()) {
    return without_contract(statement);
  }
  const DraftLocation after = lowering_.add_location();
  if (contract_is_assumed_ != nullptr) {
    const DraftLocation unknown = lowering_.add_location();
    lowering_.branch(contract_is_assumed_, after, unknown, {lowering_.origin_of(statement).range, {}});
    lowering_.start_at(unknown);
  }
  lowering_.take_assertions(Assertions::OfContract, expected->second);
  without_contract(statement);
  lowering_.take_assertions(Assertions::Checked);
  if (contract_is_assumed_ != nullptr) {
    lowering_.go_to(after);
    lowering_.start_at(after);
  }
}

void StatementLowering::without_contract(const clang::Stmt* statement) {
  using clang::Stmt;
  note_floats(lowering_, statement);
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    return lowering_.expressions().effects(expression);
  }
  switch (statement->getStmtClass()) {
  case Stmt::NullStmtClass:
    return;
  case Stmt::CompoundStmtClass:
  case Stmt::ForStmtClass:
    return lowering_.blocks().block(statement);
  case Stmt::DeclStmtClass:
    return declarations(llvm::cast<clang::DeclStmt>(statement));
  case Stmt::IfStmtClass:
    return if_statement(llvm::cast<clang::IfStmt>(statement));
  case Stmt::WhileStmtClass:
    return while_loop(llvm::cast<clang::WhileStmt>(statement));
  case Stmt::DoStmtClass:
    return do_loop(llvm::cast<clang::DoStmt>(statement));
  case Stmt::SwitchStmtClass:
    return switch_statement(llvm::cast<clang::SwitchStmt>(statement));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return switch_case(llvm::cast<clang::SwitchCase>(statement));
  case Stmt::ReturnStmtClass:
    return return_statement(llvm::cast<clang::ReturnStmt>(statement));
  case Stmt::LabelStmtClass: {
    const auto* labelled = llvm::cast<clang::LabelStmt>(statement);
    lowering_.go_to(lowering_.blocks().label(labelled->getDecl()));
    lowering_.start_at(lowering_.blocks().label(labelled->getDecl()));
    return this->statement(labelled->getSubStmt());
  }
  case Stmt::GotoStmtClass:
    lowering_.blocks().jump_to(llvm::cast<clang::GotoStmt>(statement)->getLabel());
    return lowering_.continue_unreachable();
  case Stmt::BreakStmtClass:
    return lowering_.blocks().break_statement(llvm::cast<clang::BreakStmt>(statement));
  case Stmt::ContinueStmtClass:
    return lowering_.blocks().continue_statement(llvm::cast<clang::ContinueStmt>(statement));
  case Stmt::AttributedStmtClass:
    return this->statement(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return assembly(llvm::cast<clang::AsmStmt>(statement));
  case Stmt::IndirectGotoStmtClass:
    return computed_goto(llvm::cast<clang::IndirectGotoStmt>(statement));
  default:
    return lowering_.unsupported(statement->getStmtClassName(), statement);
  }
}

void StatementLowering::computed_goto(const clang::IndirectGotoStmt* statement) {
  auto& build = unit_.expressions;
  Origin origin = lowering_.origin_of(statement);
  cfa::ExpressionRef target = lowering_.expressions().rvalue(statement->getTarget());
  cfa::VariableId saved = lowering_.temporary("goto", target->type);
  lowering_.emit(cfa::Assign{saved, target}, {origin.range, {}});
  target = build.read(saved, target->type);
  for (const clang::LabelDecl* candidate : unit_.usage.addressed_labels) {
    if (candidate->getDeclContext() == lowering_.interface()->declaration) {
      DraftLocation chosen = lowering_.add_location();
      DraftLocation next = lowering_.add_location();
      lowering_.branch(build.binary(cfa::BinaryOperator::Equal, target, lowering_.blocks().label_address(candidate)),
                       chosen, next, {origin.range, origin.text + " == " + candidate->getNameAsString()});
      lowering_.start_at(chosen);
      lowering_.blocks().jump_to(candidate);
      lowering_.start_at(next);
    }
  }
  lowering_.continue_unreachable(); // a jump to anything else is undefined
}

void StatementLowering::if_statement(const clang::IfStmt* statement) {
  DraftLocation then = lowering_.add_location();
  DraftLocation otherwise = lowering_.add_location();
  DraftLocation after = statement->getElse() != nullptr ? lowering_.add_location() : otherwise;
  lowering_.conditions().condition(statement->getCond(), then, otherwise);
  lowering_.start_at(then);
  lowering_.blocks().block(statement->getThen());
  lowering_.go_to(after);
  if (statement->getElse() != nullptr) {
    lowering_.start_at(otherwise);
    lowering_.blocks().block(statement->getElse());
    lowering_.go_to(after);
  }
  lowering_.start_at(after);
}

void StatementLowering::loop_body(const clang::Stmt* body, DraftLocation break_to, DraftLocation continue_to) {
  lowering_.blocks().open_jump_targets(JumpTargets::Kind::Loop, break_to, continue_to);
  lowering_.blocks().block(body);
  lowering_.blocks().close_jump_targets();
  lowering_.go_to(continue_to);
}

void StatementLowering::while_loop(const clang::WhileStmt* loop) {
  SourceRange header = lowering_.range_of(clang::SourceRange(loop->getWhileLoc(), loop->getRParenLoc()));
  DraftLocation head = lowering_.add_location(header);
  DraftLocation body = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.go_to(head);
  lowering_.start_at(head);
  lowering_.blocks().loop_condition(loop->getCond(), body, after);
  lowering_.start_at(body);
  loop_body(loop->getBody(), after, head);
  lowering_.start_at(after);
}

void StatementLowering::do_loop(const clang::DoStmt* loop) {
  DraftLocation body = lowering_.add_location(lowering_.range_of(clang::SourceRange(loop->getDoLoc())));
  DraftLocation check = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.go_to(body);
  lowering_.start_at(body);
  loop_body(loop->getBody(), after, check);
  lowering_.start_at(check);
  lowering_.blocks().loop_condition(loop->getCond(), body, after);
  lowering_.start_at(after);
}

void StatementLowering::for_loop(const clang::ForStmt* loop) {
  if (loop->getInit() != nullptr) {
    statement(loop->getInit());
  }
  SourceRange header = lowering_.range_of(clang::SourceRange(loop->getForLoc(), loop->getRParenLoc()));
  DraftLocation head = lowering_.add_location(header);
  DraftLocation body = lowering_.add_location();
  DraftLocation step = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.go_to(head);
  lowering_.start_at(head);
  if (loop->getCond() != nullptr) {
    lowering_.blocks().loop_condition(loop->getCond(), body, after);
  } else {
    lowering_.go_to(body);
  }
  lowering_.start_at(body);
  loop_body(loop->getBody(), after, step);
  lowering_.start_at(step);
  if (loop->getInc() != nullptr) {
    lowering_.blocks().open_jump_targets(JumpTargets::Kind::LoopHead, 0, 0);
    lowering_.expressions().effects(loop->getInc());
    lowering_.blocks().close_jump_targets();
  }
  lowering_.go_to(head);
  lowering_.start_at(after);
}

void StatementLowering::switch_statement(const clang::SwitchStmt* statement) {
  constexpr std::size_t small_expression = 4;
  cfa::ExpressionRef value = lowering_.expressions().rvalue(statement->getCond());
  std::size_t operators = 0;
  cfa::for_each_subexpression(value, [&](cfa::ExpressionRef) { ++operators; });
  Origin origin = lowering_.origin_of(statement->getCond());
  if (operators > small_expression) {
    cfa::VariableId selector = lowering_.temporary("switch", value->type);
    lowering_.emit(cfa::Assign{selector, value}, origin);
    value = unit_.expressions.read(selector, value->type);
  }
  lowering_.blocks().begin_lifetimes(statement->getBody()); // no control comes to the beginning of the body
  DraftLocation dispatch = lowering_.current();
  DraftLocation after = lowering_.add_location();
  lowering_.continue_unreachable();
  switches_.emplace_back();
  lowering_.blocks().open_jump_targets(JumpTargets::Kind::Switch, after, after);
  lowering_.blocks().block(statement->getBody());
  lowering_.blocks().close_jump_targets();
  lowering_.go_to(after);
  Switch cases = std::move(switches_.back());
  switches_.pop_back();

  lowering_.start_at(dispatch);
  auto& build = unit_.expressions;
  for (const Switch::Case& label : cases.cases) {
    cfa::ExpressionRef low = build.constant(label.low, value->type);
    cfa::ExpressionRef matches = build.binary(cfa::BinaryOperator::Equal, value, low);
    if (label.low != label.high) {
      cfa::ExpressionRef high = build.constant(label.high, value->type);
      matches =
          build.binary(cfa::BinaryOperator::LogicalAnd, build.binary(cfa::BinaryOperator::GreaterEqual, value, low),
                       build.binary(cfa::BinaryOperator::LessEqual, value, high));
    }
    DraftLocation next = lowering_.add_location();
    lowering_.branch(matches, label.location, next, {origin.range, origin.text + " == " + label.origin.text});
    lowering_.start_at(next);
  }
  lowering_.go_to(cases.default_location.value_or(after));
  lowering_.start_at(after);
}

void StatementLowering::switch_case(const clang::SwitchCase* label) {
  // Case labels in a row are nested in each other: a loop, since generated code has thousands.
  DraftLocation location = lowering_.add_location();
  lowering_.go_to(location);
  lowering_.start_at(location);
  const clang::Stmt* next = label;
  while (const auto* part = llvm::dyn_cast<clang::SwitchCase>(next)) {
    if (const auto* value = llvm::dyn_cast<clang::CaseStmt>(part)) {
      cfa::Integer low = integer_of(value->getLHS()->EvaluateKnownConstInt(unit_.context));
      cfa::Integer high = low;
      std::string text = lowering_.text_of(value->getLHS()->getSourceRange());
      if (value->getRHS() != nullptr) {
        high = integer_of(value->getRHS()->EvaluateKnownConstInt(unit_.context));
        text += " ... " + lowering_.text_of(value->getRHS()->getSourceRange());
      }
      if (low <= high) {
        switches_.back().cases.push_back({low, high, location, {lowering_.range_of(part->getSourceRange()), text}});
      }
    } else {
      switches_.back().default_location = location;
    }
    next = part->getSubStmt();
  }
  statement(next);
}

void StatementLowering::return_statement(const clang::ReturnStmt* statement) {
  const clang::Expr* value = statement->getRetValue();
  Origin origin = lowering_.origin_of(statement);
  if (value == nullptr) {
    for (cfa::VariableId result : lowering_.interface()->results) {
      lowering_.input(result, cfa::InputKind::Uninitialised, "missing return value", origin);
    }
  } else if (value->getType()->isVoidType() || lowering_.interface()->declaration->getReturnType()->isVoidType()) {
    lowering_.expressions().effects(value);
  } else if (lowering_.interface()->result_address && !value->getType()->isRecordType()) {
    lowering_.unsupported("value of type " + value->getType().getAsString(), value);
  } else if (lowering_.interface()->result_address) {
    MemoryPlace result{unit_.expressions.read(*lowering_.interface()->result_address, unit_.types.pointer())};
    Place returned = AggregateLowering(lowering_).aggregate(value);
    lowering_.places().check_place(returned, value->getType(), origin);
    AggregateLowering(lowering_).transfer(result, returned, value->getType(), origin);
  } else if (value->getType()->isRecordType()) {
    AggregateLowering(lowering_).copy(LeavesPlace{lowering_.interface()->results},
                                      AggregateLowering(lowering_).aggregate(value), value->getType(), origin);
  } else {
    AssignmentLowering(lowering_).assign_scalar(RegisterPlace{lowering_.interface()->results.front()}, value, origin);
  }
  lowering_.go_to(Draft::exit);
  lowering_.continue_unreachable();
}

void StatementLowering::declarations(const clang::DeclStmt* statement) {
  bool is_first = true;
  for (const clang::Decl* declaration : statement->decls()) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      clang::SourceRange range = variable->getSourceRange();
      if (!is_first) {
        range.setBegin(variable->getLocation());
      }
      if (unit_.source.is_before(range.getEnd(), variable->getLocation())) {
        range.setEnd(variable->getLocation()); // in linked code nothing is known of the places of types
      }
      if (variable->isLocalVarDecl() && !is_static_storage(variable)) {
        declare(variable, {lowering_.range_of(range), lowering_.text_of(range)});
      } else {
        lowering_.sizes().evaluate_array_sizes(variable->getType()); // of a pointer of static lifetime, each time
      }
    } else if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
      lowering_.sizes().evaluate_array_sizes(alias->getUnderlyingType());
    }
    is_first = false;
  }
}

void StatementLowering::declare(const clang::VarDecl* variable, const Origin& origin) {
  if (variable->hasAttr<clang::CleanupAttr>()) {
    return lowering_.unsupported("cleanup attribute", origin);
  }
  lowering_.sizes().evaluate_array_sizes(variable->getType());
  if (has_variable_size(variable->getType())) {
    cfa::VariableId base = unit_.make_register("<array " + variable->getNameAsString() + ">", unit_.types.pointer(),
                                               cfa::VariableKind::Temporary, lowering_.function(), origin.range);
    cfa::Allocate allocation{base, lowering_.sizes().size_of(variable->getType()), cfa::AllocationKind::Automatic,
                             cfa::AllocationFailure::Never};
    allocation.alignment =
        unit_.expressions.constant(static_cast<cfa::Integer>(unit_.types.alignment(variable)), unit_.types.size_type());
    lowering_.emit(allocation, origin);
    allocation.size = unit_.expressions.zero(unit_.types.size_type()); // in its place comes one that has no bytes
    lowering_.blocks().end_with_block(allocation);
    MemoryPlace place{unit_.expressions.read(base, unit_.types.pointer())};
    lowering_.places().settle(variable, place);
    unit_.remember_declaration(place, variable, variable->getType(), lowering_.function());
    return;
  }
  Place place = lowering_.places().variable_place(variable);
  const bool is_initialised = variable->getInit() != nullptr;
  if (!lowering_.blocks().begins_with_block(variable)) {
    lowering_.blocks().begin_lifetime(place, is_initialised ? Origin{origin.range, {}} : origin);
  } else if (std::holds_alternative<MemoryPlace>(place) && !is_initialised) {
    lowering_.unconstrained(place, variable->getType(), cfa::InputKind::Uninitialised, variable->getNameAsString(),
                            origin);
  }
  if (variable->getInit() != nullptr) {
    InitialiserLowering(lowering_).initialise(place, variable->getType(), variable->getInit(), origin);
  } else if (!unit_.linkage.dialect.given_contents.empty()) {
    lowering_.unconstrained(place, variable->getType(), cfa::InputKind::Overapproximated, variable->getNameAsString(),
                            origin);
  } else if (!std::holds_alternative<MemoryPlace>(place)) {
    lowering_.unconstrained(place, variable->getType(), cfa::InputKind::Uninitialised, variable->getNameAsString(),
                            origin);
  }
}

void StatementLowering::parameters(const FunctionInterface& interface) {
  for (const ParameterInterface& parameter : interface.parameters) {
    const clang::ParmVarDecl* variable = parameter.declaration;
    Origin origin{lowering_.range_of(variable->getSourceRange()), {}};
    Place incoming = RegisterPlace{parameter.variables.empty() ? cfa::VariableId() : parameter.variables.front()};
    if (parameter.passing == ParameterInterface::Passing::Leaves) {
      incoming = LeavesPlace{parameter.variables};
    } else if (parameter.passing == ParameterInterface::Passing::Address) {
      incoming = MemoryPlace{unit_.expressions.read(parameter.variables.front(), unit_.types.pointer())};
    }
    bool is_own_variable =
        parameter.passing != ParameterInterface::Passing::Address && !unit_.is_address_taken(variable);
    if (is_own_variable) {
      lowering_.places().settle(variable, incoming);
      unit_.remember_declaration(incoming, variable, variable->getType(), lowering_.function());
      continue;
    }
    const SourceRange declared =
        parameter.variables.empty() ? origin.range : unit_.builder.variable(parameter.variables.front()).declaration;
    MemoryPlace own = std::get<MemoryPlace>(unit_.make_place(variable->getNameAsString(), variable->getType(),
                                                             cfa::VariableKind::Local, cfa::Storage::Memory,
                                                             lowering_.function(), declared));
    lowering_.places().settle(variable, own);
    unit_.remember_declaration(own, variable, variable->getType(), lowering_.function());
    lowering_.emit(cfa::Declare{std::get<cfa::AddressOf>(own.address->node).variable}, origin);
    if (parameter.passing == ParameterInterface::Passing::Scalar) {
      lowering_.places().write(
          own, unit_.expressions.read(parameter.variables.front(), *unit_.types.scalar(variable->getType())), origin);
    } else {
      AggregateLowering(lowering_).transfer(own, incoming, variable->getType(),
                                            origin); // the caller's object has been checked
    }
  }
  for (const ParameterInterface& parameter : interface.parameters) {
    // The type as written has the sizes: `int n, int a[n][n]` is a pointer by now.
    lowering_.sizes().evaluate_array_sizes(parameter.declaration->getOriginalType());
  }
}

void StatementLowering::assembly(const clang::AsmStmt* statement) {
  const auto* gcc = llvm::dyn_cast<clang::GCCAsmStmt>(statement);
  bool is_barrier = gcc != nullptr && gcc->getAsmString()->getString().trim().empty() && gcc->getNumOutputs() == 0;
  if (!is_barrier) {
    lowering_.unsupported("inline assembly", statement);
  }
}

} // namespace vouch::frontend
