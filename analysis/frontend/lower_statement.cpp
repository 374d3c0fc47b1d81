#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/function_lowering.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>

namespace vouch::frontend {

void FunctionLowering::statement(const clang::Stmt* statement) {
  using clang::Stmt;
  note_floats(statement);
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    if (contract_.contains(expression)) {
      assertions_ = Assertions::OfContract;
    }
    effects(expression);
    if (assertions_ == Assertions::OfContract) {
      assertions_ = Assertions::Checked;
    }
    return;
  }
  switch (statement->getStmtClass()) {
  case Stmt::NullStmtClass:
    return;
  case Stmt::CompoundStmtClass:
  case Stmt::ForStmtClass:
    return block(statement);
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
    go_to(label(labelled->getDecl()));
    start_at(label(labelled->getDecl()));
    return this->statement(labelled->getSubStmt());
  }
  case Stmt::GotoStmtClass:
    jump_to(llvm::cast<clang::GotoStmt>(statement)->getLabel());
    return continue_unreachable();
  case Stmt::BreakStmtClass:
    return break_statement(llvm::cast<clang::BreakStmt>(statement));
  case Stmt::ContinueStmtClass:
    return continue_statement(llvm::cast<clang::ContinueStmt>(statement));
  case Stmt::AttributedStmtClass:
    return this->statement(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return assembly(llvm::cast<clang::AsmStmt>(statement));
  case Stmt::IndirectGotoStmtClass:
    return computed_goto(llvm::cast<clang::IndirectGotoStmt>(statement));
  default:
    return unsupported(statement->getStmtClassName(), statement);
  }
}

void FunctionLowering::computed_goto(const clang::IndirectGotoStmt* statement) {
  auto& build = unit_.expressions;
  Origin origin = origin_of(statement);
  cfa::ExpressionRef target = rvalue(statement->getTarget());
  cfa::VariableId saved = temporary("goto", target->type);
  emit(cfa::Assign{saved, target}, {origin.range, {}});
  target = build.read(saved, target->type);
  for (const clang::LabelDecl* candidate : unit_.usage.addressed_labels) {
    if (candidate->getDeclContext() == interface_->declaration) {
      DraftLocation chosen = draft_.add_location();
      DraftLocation next = draft_.add_location();
      branch(build.binary(cfa::BinaryOperator::Equal, target, label_address(candidate)), chosen, next,
             {origin.range, origin.text + " == " + candidate->getNameAsString()});
      start_at(chosen);
      jump_to(candidate);
      start_at(next);
    }
  }
  continue_unreachable(); // a jump to anything else is undefined
}

void FunctionLowering::if_statement(const clang::IfStmt* statement) {
  DraftLocation then = draft_.add_location();
  DraftLocation otherwise = draft_.add_location();
  DraftLocation after = statement->getElse() != nullptr ? draft_.add_location() : otherwise;
  condition(statement->getCond(), then, otherwise);
  start_at(then);
  block(statement->getThen());
  go_to(after);
  if (statement->getElse() != nullptr) {
    start_at(otherwise);
    block(statement->getElse());
    go_to(after);
  }
  start_at(after);
}

void FunctionLowering::loop_body(const clang::Stmt* body, DraftLocation break_to, DraftLocation continue_to) {
  jump_targets_.push_back({JumpTargets::Kind::Loop, break_to, continue_to, open_blocks_.size()});
  block(body);
  jump_targets_.pop_back();
  go_to(continue_to);
}

void FunctionLowering::while_loop(const clang::WhileStmt* loop) {
  SourceRange header = range_of(clang::SourceRange(loop->getWhileLoc(), loop->getRParenLoc()));
  DraftLocation head = draft_.add_location(header);
  DraftLocation body = draft_.add_location();
  DraftLocation after = draft_.add_location();
  go_to(head);
  start_at(head);
  loop_condition(loop->getCond(), body, after);
  start_at(body);
  loop_body(loop->getBody(), after, head);
  start_at(after);
}

void FunctionLowering::do_loop(const clang::DoStmt* loop) {
  DraftLocation body = draft_.add_location(range_of(clang::SourceRange(loop->getDoLoc())));
  DraftLocation check = draft_.add_location();
  DraftLocation after = draft_.add_location();
  go_to(body);
  start_at(body);
  loop_body(loop->getBody(), after, check);
  start_at(check);
  loop_condition(loop->getCond(), body, after);
  start_at(after);
}

void FunctionLowering::for_loop(const clang::ForStmt* loop) {
  if (loop->getInit() != nullptr) {
    statement(loop->getInit());
  }
  SourceRange header = range_of(clang::SourceRange(loop->getForLoc(), loop->getRParenLoc()));
  DraftLocation head = draft_.add_location(header);
  DraftLocation body = draft_.add_location();
  DraftLocation step = draft_.add_location();
  DraftLocation after = draft_.add_location();
  go_to(head);
  start_at(head);
  if (loop->getCond() != nullptr) {
    loop_condition(loop->getCond(), body, after);
  } else {
    go_to(body);
  }
  start_at(body);
  loop_body(loop->getBody(), after, step);
  start_at(step);
  if (loop->getInc() != nullptr) {
    jump_targets_.push_back({JumpTargets::Kind::LoopHead, 0, 0, open_blocks_.size()});
    effects(loop->getInc());
    jump_targets_.pop_back();
  }
  go_to(head);
  start_at(after);
}

void FunctionLowering::switch_statement(const clang::SwitchStmt* statement) {
  constexpr std::size_t small_expression = 4;
  cfa::ExpressionRef value = rvalue(statement->getCond());
  std::size_t operators = 0;
  cfa::for_each_subexpression(value, [&](cfa::ExpressionRef) { ++operators; });
  Origin origin = origin_of(statement->getCond());
  if (operators > small_expression) {
    cfa::VariableId selector = temporary("switch", value->type);
    emit(cfa::Assign{selector, value}, origin);
    value = unit_.expressions.read(selector, value->type);
  }
  begin_lifetimes(statement->getBody()); // no control comes to the beginning of the body
  DraftLocation dispatch = current_;
  DraftLocation after = draft_.add_location();
  continue_unreachable();
  switches_.emplace_back();
  jump_targets_.push_back({JumpTargets::Kind::Switch, after, after, open_blocks_.size()});
  block(statement->getBody());
  jump_targets_.pop_back();
  go_to(after);
  Switch cases = std::move(switches_.back());
  switches_.pop_back();

  start_at(dispatch);
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
    DraftLocation next = draft_.add_location();
    branch(matches, label.location, next, {origin.range, origin.text + " == " + label.origin.text});
    start_at(next);
  }
  go_to(cases.default_location.value_or(after));
  start_at(after);
}

void FunctionLowering::switch_case(const clang::SwitchCase* label) {
  // Case labels in a row are nested in each other: a loop, since generated code has thousands.
  DraftLocation location = draft_.add_location();
  go_to(location);
  start_at(location);
  const clang::Stmt* next = label;
  while (const auto* part = llvm::dyn_cast<clang::SwitchCase>(next)) {
    if (const auto* value = llvm::dyn_cast<clang::CaseStmt>(part)) {
      cfa::Integer low = integer_of(value->getLHS()->EvaluateKnownConstInt(unit_.context));
      cfa::Integer high = low;
      std::string text = text_of(value->getLHS()->getSourceRange());
      if (value->getRHS() != nullptr) {
        high = integer_of(value->getRHS()->EvaluateKnownConstInt(unit_.context));
        text += " ... " + text_of(value->getRHS()->getSourceRange());
      }
      if (low <= high) {
        switches_.back().cases.push_back({low, high, location, {range_of(part->getSourceRange()), text}});
      }
    } else {
      switches_.back().default_location = location;
    }
    next = part->getSubStmt();
  }
  statement(next);
}

void FunctionLowering::return_statement(const clang::ReturnStmt* statement) {
  const clang::Expr* value = statement->getRetValue();
  Origin origin = origin_of(statement);
  if (value == nullptr) {
    for (cfa::VariableId result : interface_->results) {
      input(result, cfa::InputKind::Uninitialised, "missing return value", origin);
    }
  } else if (value->getType()->isVoidType() || interface_->declaration->getReturnType()->isVoidType()) {
    effects(value);
  } else if (interface_->result_address && !value->getType()->isRecordType()) {
    unsupported("value of type " + value->getType().getAsString(), value);
  } else if (interface_->result_address) {
    MemoryPlace result{unit_.expressions.read(*interface_->result_address, unit_.types.pointer())};
    Place returned = aggregate(value);
    check_place(returned, value->getType(), origin);
    transfer(result, returned, value->getType(), origin);
  } else if (value->getType()->isRecordType()) {
    copy(LeavesPlace{interface_->results}, aggregate(value), value->getType(), origin);
  } else {
    assign_scalar(RegisterPlace{interface_->results.front()}, value, origin);
  }
  go_to(Draft::exit);
  continue_unreachable();
}

void FunctionLowering::declarations(const clang::DeclStmt* statement) {
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
        declare(variable, {range_of(range), text_of(range)});
      } else {
        evaluate_array_sizes(variable->getType()); // of a pointer of static lifetime, each time
      }
    } else if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration)) {
      evaluate_array_sizes(alias->getUnderlyingType());
    }
    is_first = false;
  }
}

void FunctionLowering::declare(const clang::VarDecl* variable, const Origin& origin) {
  if (variable->hasAttr<clang::CleanupAttr>()) {
    return unsupported("cleanup attribute", origin);
  }
  evaluate_array_sizes(variable->getType());
  if (has_variable_size(variable->getType())) {
    cfa::VariableId base = unit_.make_register("<array " + variable->getNameAsString() + ">", unit_.types.pointer(),
                                               cfa::VariableKind::Temporary, function_, origin.range);
    cfa::Allocate allocation{base, size_of(variable->getType()), cfa::AllocationKind::Automatic,
                             cfa::AllocationFailure::Never};
    allocation.alignment =
        unit_.expressions.constant(static_cast<cfa::Integer>(unit_.types.alignment(variable)), unit_.types.size_type());
    emit(allocation, origin);
    allocation.size = unit_.expressions.zero(unit_.types.size_type()); // in its place comes one that has no bytes
    end_with_block(allocation);
    MemoryPlace place{unit_.expressions.read(base, unit_.types.pointer())};
    locals_.insert_or_assign(variable->getCanonicalDecl(), place);
    unit_.remember_declaration(place, variable, variable->getType(), function_);
    return;
  }
  Place place = variable_place(variable);
  const bool is_initialised = variable->getInit() != nullptr;
  if (!lifetimes_.begin_with_block.contains(variable)) {
    begin_lifetime(place, is_initialised ? Origin{origin.range, {}} : origin);
  } else if (std::holds_alternative<MemoryPlace>(place) && !is_initialised) {
    unconstrained(place, variable->getType(), cfa::InputKind::Uninitialised, variable->getNameAsString(), origin);
  }
  if (variable->getInit() != nullptr) {
    initialise(place, variable->getType(), variable->getInit(), origin);
  } else if (!unit_.linkage.dialect.given_contents.empty()) {
    unconstrained(place, variable->getType(), cfa::InputKind::Overapproximated, variable->getNameAsString(), origin);
  } else if (!std::holds_alternative<MemoryPlace>(place)) {
    unconstrained(place, variable->getType(), cfa::InputKind::Uninitialised, variable->getNameAsString(), origin);
  }
}

void FunctionLowering::parameters(const FunctionInterface& interface) {
  for (const ParameterInterface& parameter : interface.parameters) {
    const clang::ParmVarDecl* variable = parameter.declaration;
    Origin origin{range_of(variable->getSourceRange()), {}};
    Place incoming = RegisterPlace{parameter.variables.empty() ? cfa::VariableId() : parameter.variables.front()};
    if (parameter.passing == ParameterInterface::Passing::Leaves) {
      incoming = LeavesPlace{parameter.variables};
    } else if (parameter.passing == ParameterInterface::Passing::Address) {
      incoming = MemoryPlace{unit_.expressions.read(parameter.variables.front(), unit_.types.pointer())};
    }
    bool is_own_variable =
        parameter.passing != ParameterInterface::Passing::Address && !unit_.is_address_taken(variable);
    if (is_own_variable) {
      locals_.insert_or_assign(variable->getCanonicalDecl(), incoming);
      unit_.remember_declaration(incoming, variable, variable->getType(), function_);
      continue;
    }
    MemoryPlace own = std::get<MemoryPlace>(unit_.make_place(variable->getNameAsString(), variable->getType(),
                                                             cfa::VariableKind::Local, cfa::Storage::Memory, function_,
                                                             origin.range));
    locals_.insert_or_assign(variable->getCanonicalDecl(), own);
    unit_.remember_declaration(own, variable, variable->getType(), function_);
    emit(cfa::Declare{std::get<cfa::AddressOf>(own.address->node).variable}, origin);
    if (parameter.passing == ParameterInterface::Passing::Scalar) {
      write(own, unit_.expressions.read(parameter.variables.front(), *unit_.types.scalar(variable->getType())), origin);
    } else {
      transfer(own, incoming, variable->getType(), origin); // the caller's object has been checked
    }
  }
  for (const ParameterInterface& parameter : interface.parameters) {
    // The type as written has the sizes: `int n, int a[n][n]` is a pointer by now.
    evaluate_array_sizes(parameter.declaration->getOriginalType());
  }
}

void FunctionLowering::assembly(const clang::AsmStmt* statement) {
  const auto* gcc = llvm::dyn_cast<clang::GCCAsmStmt>(statement);
  bool is_barrier = gcc != nullptr && gcc->getAsmString()->getString().trim().empty() && gcc->getNumOutputs() == 0;
  if (!is_barrier) {
    unsupported("inline assembly", statement);
  }
}

} // namespace vouch::frontend
