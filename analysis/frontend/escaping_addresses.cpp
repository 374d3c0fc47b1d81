#include "analysis/frontend/escaping_addresses.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_pointers.hpp"
#include "analysis/frontend/pointer_constraints.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <map>

namespace vouch::frontend {
namespace {

using Cell = PointerConstraints::Cell;
using Argument = PointerConstraints::Argument;

/// Turns the code of a translation unit into constraints.
class ConstraintMaker : public clang::RecursiveASTVisitor<ConstraintMaker> {
public:
  explicit ConstraintMaker(const clang::ASTContext& context) : context_(context) {}

  void solve() {
    TraverseDecl(context_.getTranslationUnitDecl());
    constraints_.solve();
  }

  /// After `solve`.
  [[nodiscard]] std::unordered_set<const clang::FunctionDecl*> escaping_functions() const {
    std::unordered_set<const clang::FunctionDecl*> result;
    for (const auto& [function, cell] : functions_) {
      if (!function->isExternallyVisible() && (constraints_.escapes(cell) || constraints_.is_shown(cell))) {
        result.insert(function);
      }
    }
    return result;
  }

  /// After `solve`.
  [[nodiscard]] std::unordered_map<const clang::VarDecl*, cfa::Sharing> kept_variables() const {
    std::unordered_map<const clang::VarDecl*, cfa::Sharing> result;
    for (const auto& [variable, cell] : variables_) {
      if (variable->hasLocalStorage() && !variable->getType().isVolatileQualified() && !constraints_.escapes(cell)) {
        result.emplace(variable, constraints_.is_shown(cell) ? cfa::Sharing::Shown : cfa::Sharing::Unshared);
      }
    }
    return result;
  }

  /// After `solve`.
  [[nodiscard]] std::unordered_set<const clang::VarDecl*> confined_statics() const {
    std::unordered_set<const clang::VarDecl*> result;
    for (const auto& [variable, cell] : variables_) {
      const bool is_internal = is_static_storage(variable) && !variable->isExternallyVisible();
      if (is_internal && !constraints_.escapes(cell) && !constraints_.is_shown(cell)) {
        result.insert(variable->getCanonicalDecl());
      }
    }
    return result;
  }

  bool TraverseFunctionDecl(clang::FunctionDecl* function) {
    if (is_found_by_others(function)) {
      constraints_.flow_address(function_cell(function), constraints_.outside());
    }
    if (const clang::FunctionDecl* aliased = aliased_function(function)) {
      constraints_.flow_address(function_cell(aliased), constraints_.outside());
    }
    if (!function->doesThisDeclarationHaveABody()) {
      return true;
    }
    current_ = function->getCanonicalDecl();
    interface_of(current_);
    const bool result = RecursiveASTVisitor::TraverseFunctionDecl(function);
    current_ = nullptr;
    return result;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    const Cell cell = cell_of(variable);
    if (is_found_by_others(variable) || variable->hasAttr<clang::CleanupAttr>()) {
      constraints_.flow_address(cell, constraints_.outside());
    }
    if (variable->getInit() != nullptr && !llvm::isa<clang::ParmVarDecl>(variable)) {
      constraints_.flow(value_of(variable->getInit()), cell);
    }
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* cast) {
    const auto is_of_numbers = [](clang::QualType type) {
      return type->isPointerType() &&
             clang::QualType(type->getPointeeType()->getBaseElementTypeUnsafe(), 0)->isArithmeticType();
    };
    const clang::Expr* operand = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_PointerToIntegral) {
      constraints_.flow(value_of(operand), constraints_.outside());
    } else if (is_of_numbers(cast->getType()) && operand->getType()->isPointerType() &&
               !is_of_numbers(operand->getType())) {
      expose_contents(value_of(operand));
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field != nullptr && field->getParent()->isUnion() && !field->getType()->isPointerType()) {
      expose_contents(address_of(member));
    }
    return true;
  }
  bool VisitAtomicExpr(clang::AtomicExpr* operation) {
    for (const clang::Stmt* operand : operation->children()) {
      constraints_.flow(value_of(llvm::cast<clang::Expr>(operand)), constraints_.outside());
    }
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->isAssignmentOp()) {
      store(operation->getLHS(), value_of(operation->getRHS()));
    }
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt* statement) {
    if (statement->getRetValue() != nullptr && current_ != nullptr) {
      constraints_.flow(value_of(statement->getRetValue()), result_of(current_));
    }
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    value_of(call);
    return true;
  }
  bool VisitAsmStmt(clang::AsmStmt* assembly) {
    for (const clang::Stmt* operand : assembly->children()) {
      const auto* expression = llvm::cast<clang::Expr>(operand);
      constraints_.flow(expression->isGLValue() ? address_of(expression) : value_of(expression),
                        constraints_.outside());
    }
    return true;
  }

private:
  Cell function_cell(const clang::FunctionDecl* function) {
    auto [known, is_new] = functions_.try_emplace(function->getCanonicalDecl());
    if (is_new) {
      known->second = constraints_.add_cell();
      interface_of(function->getCanonicalDecl());
    }
    return known->second;
  }

  /// What is known of a function's parameters and result without looking at its body.
  void interface_of(const clang::FunctionDecl* function) {
    if (!interfaces_.insert(function).second) {
      return;
    }
    const clang::FunctionDecl* definition = function->getDefinition();
    const Cell self = function_cell(function);
    constraints_.flow(rest_of(function), constraints_.outside()); // whoever gets the list of arguments
    if (definition == nullptr || !definition->hasBody()) {
      constraints_.call_goes_outside(self);
      return;
    }
    std::vector<Cell> parameters;
    for (const clang::ParmVarDecl* parameter : definition->parameters()) {
      parameters.push_back(cell_of(parameter));
    }
    constraints_.define(self, std::move(parameters), rest_of(function), result_of(function));
    if (function->isExternallyVisible()) {
      constraints_.flow_address(self, constraints_.outside());
    }
  }

  Cell cell_of(const clang::VarDecl* variable) {
    variable = variable->getCanonicalDecl();
    auto [known, is_new] = variables_.try_emplace(variable);
    if (is_new) {
      known->second = constraints_.add_cell();
      if (variable->isExternallyVisible() && variable->hasGlobalStorage()) {
        constraints_.flow_address(known->second, constraints_.outside());
      }
    }
    return known->second;
  }

  Cell result_of(const clang::FunctionDecl* function) { return cell_in(results_, function->getCanonicalDecl()); }
  Cell rest_of(const clang::FunctionDecl* function) { return cell_in(rests_, function->getCanonicalDecl()); }

  template <class Key>
  Cell cell_in(std::map<const Key*, Cell>& cells, const Key* key) {
    auto [known, is_new] = cells.try_emplace(key);
    if (is_new) {
      known->second = constraints_.add_cell();
    }
    return known->second;
  }

  /// Whether no address is followed through `expression`: through numbers none is, see `expose_contents`.
  static bool is_without_address(const clang::Expr* expression) {
    const clang::QualType type = expression->getType();
    return type->isArithmeticType() || type->isVoidType();
  }

  /// Numbers hold no addresses: what an address is made into a number of gets out, and so does what an object holds that
  /// is looked at as numbers. Pointers that are made of numbers, there too, may lead to whatever got out.
  void expose_contents(Cell pointer) {
    const Cell contents = constraints_.add_cell();
    constraints_.load(pointer, contents);
    constraints_.flow(contents, constraints_.outside());
    constraints_.store(constraints_.outside(), pointer);
  }

  static PointerConstraints::Holds held_by(clang::QualType type) {
    using Holds = PointerConstraints::Holds;
    if (!type->isPointerType() || type->getPointeeType()->isVoidType()) {
      return Holds::Anything;
    }
    return type->getPointeeType()->isFunctionType() ? Holds::Functions : Holds::Objects;
  }

  /// A cell that holds all addresses that the value of `expression` may hold.
  Cell value_of(const clang::Expr* expression) {
    expression = expression->IgnoreParens();
    if (auto known = values_.find(expression); known != values_.end()) {
      return known->second;
    }
    const Cell result = constraints_.add_cell(held_by(expression->getType()));
    values_.emplace(expression, result);
    if (!is_without_address(expression)) {
      evaluate(expression, result);
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
      evaluate_call(call, result);
    }
    return result;
  }

  void evaluate(const clang::Expr* expression, Cell result) {
    auto flow = [&](const clang::Expr* source) { constraints_.flow(value_of(source), result); };
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
      return evaluate_cast(cast, result);
    }
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) {
      return evaluate_call(call, result);
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
      if (!operation->isComparisonOp() && !operation->isLogicalOp()) {
        if (operation->getOpcode() != clang::BO_Comma && operation->getOpcode() != clang::BO_Assign) {
          flow_operand(operation->getLHS(), result);
        }
        flow(operation->getRHS());
      }
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
      if (unary->getOpcode() == clang::UO_AddrOf) {
        constraints_.flow(address_of(unary->getSubExpr()), result);
      } else if (unary->getOpcode() != clang::UO_LNot) {
        flow_operand(unary->getSubExpr(), result);
      }
    } else if (const auto* conditional = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
      flow(conditional->getTrueExpr());
      flow(conditional->getFalseExpr());
    } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
      for (const clang::Expr* element : list->inits()) {
        flow(element);
      }
    } else if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) {
      if (const auto* last = llvm::dyn_cast_or_null<clang::Expr>(block->getSubStmt()->body_back())) {
        flow(last);
      }
    } else if (llvm::isa<clang::VAArgExpr>(expression)) {
      constraints_.flow(constraints_.outside(), result);
    } else if (expression->isGLValue() || llvm::isa<clang::MemberExpr>(expression)) {
      constraints_.load(address_of(expression), result);
    } else {
      for (const clang::Stmt* child : evaluated_children(expression)) {
        if (const auto* part = llvm::dyn_cast<clang::Expr>(child)) {
          flow_operand(part, result);
        }
      }
    }
  }

  void flow_operand(const clang::Expr* operand, Cell result) {
    if (operand->isGLValue()) {
      constraints_.load(address_of(operand), result);
    } else {
      constraints_.flow(value_of(operand), result);
    }
  }

  void evaluate_cast(const clang::CastExpr* cast, Cell result) {
    const clang::Expr* operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
      return constraints_.load(address_of(operand), result);
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_BuiltinFnToFnPtr:
      return constraints_.flow(address_of(operand), result);
    case clang::CK_IntegralToPointer:
      constraints_.flow(constraints_.outside(), result); // whatever was made a number
      return flow_operand(operand, result);
    default:
      return flow_operand(operand, result);
    }
  }

  /// A cell that holds the address of what the lvalue designates.
  Cell address_of(const clang::Expr* lvalue) {
    lvalue = skip_wrappers(lvalue);
    if (auto known = addresses_.find(lvalue); known != addresses_.end()) {
      return known->second;
    }
    using Holds = PointerConstraints::Holds;
    const Cell result = constraints_.add_cell(lvalue->getType()->isFunctionType() ? Holds::Functions : Holds::Objects);
    addresses_.emplace(lvalue, result);
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue)) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl())) {
        constraints_.flow_address(function_cell(function), result);
      } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) {
        constraints_.flow_address(cell_of(variable), result);
      }
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
      constraints_.flow(member->isArrow() ? value_of(member->getBase()) : address_of(member->getBase()), result);
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
      constraints_.flow(value_of(subscript->getBase()), result);
    } else if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
               operation != nullptr && operation->getOpcode() == clang::UO_Deref) {
      constraints_.flow(value_of(operation->getSubExpr()), result);
    } else if (operation_with_lvalue(lvalue) != nullptr) {
      constraints_.flow(address_of(operation_with_lvalue(lvalue)), result);
    } else if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(lvalue)) {
      const Cell object = constraints_.add_cell();
      constraints_.flow(value_of(literal->getInitializer()), object);
      constraints_.flow_address(object, result);
    } else if (lvalue->isPRValue()) {
      // A value without an address, for instance the struct that a function returns: one of its own.
      const Cell object = constraints_.add_cell();
      constraints_.flow(value_of(lvalue), object);
      constraints_.flow_address(object, result);
    }
    return result;
  }

  /// The operand that is the lvalue itself: of `__extension__`, `__real` and the like.
  static const clang::Expr* operation_with_lvalue(const clang::Expr* lvalue) {
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(lvalue)) {
      return operation->getSubExpr();
    }
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(lvalue);
        cast != nullptr && cast->getSubExpr()->isGLValue()) {
      return cast->getSubExpr();
    }
    if (const auto* opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(lvalue)) {
      return opaque->getSourceExpr();
    }
    return nullptr;
  }

  void store(const clang::Expr* target, Cell value) { constraints_.store(value, address_of(target)); }

  void evaluate_call(const clang::CallExpr* call, Cell result) {
    std::vector<Argument> arguments;
    for (const clang::Expr* argument : call->arguments()) {
      arguments.push_back({argument->isGLValue() ? address_of(argument) : value_of(argument), use_of(argument)});
    }
    const clang::FunctionDecl* callee = direct_callee(call);
    if (callee == nullptr) {
      const clang::Expr* pointer = call->getCallee();
      return constraints_.call(value_of(pointer), std::move(arguments), result);
    }
    if (callee->getDefinition() != nullptr && callee->getDefinition()->hasBody()) {
      return constraints_.call(address_of_function(callee), std::move(arguments), result);
    }
    evaluate_library_call(call, pointer_use(callee), arguments, result);
  }

  static Argument::Use use_of(const clang::Expr* argument) {
    if (!argument->getType()->isPointerType()) {
      return Argument::Use::Any;
    }
    const clang::QualType pointee = argument->getType()->getPointeeType();
    return pointee.isConstQualified() ? Argument::Use::OnlyRead
           : pointee->isPointerType() ? Argument::Use::LeadsToPointer
                                      : Argument::Use::Any;
  }

  void evaluate_library_call(const clang::CallExpr* call, PointerUse use, const std::vector<Argument>& arguments,
                             Cell result) {
    switch (arguments.size() < 2 && use != PointerUse::Forgotten ? PointerUse::Unknown : use) {
    case PointerUse::Forgotten:
      return constraints_.flow_address(constraints_.add_cell(), result); // what is allocated
    case PointerUse::FirstReturned:
      return constraints_.flow(arguments[0].value, result);
    case PointerUse::Copied: {
      const Cell copied = constraints_.add_cell();
      constraints_.load(arguments[1].value, copied);
      constraints_.store(copied, arguments[0].value);
      constraints_.flow(arguments[0].value, result);
      if (!copies_between_same_types(call)) {
        expose_contents(arguments[0].value);
      }
      return;
    }
    case PointerUse::CalledAtOnce: {
      // The function sees what the pointers before it lead to, which is written from outside.
      const Cell seen = constraints_.add_cell();
      for (std::size_t index = 0; index + 1 < arguments.size(); ++index) {
        constraints_.flow(arguments[index].value, seen);
      }
      constraints_.flow(seen, constraints_.outside());
      constraints_.call(arguments.back().value, {{seen}, {seen}}, constraints_.add_cell());
      return constraints_.flow(seen, result);
    }
    case PointerUse::Unknown:
      return constraints_.call_outside(arguments, result);
    }
  }

  Cell address_of_function(const clang::FunctionDecl* function) {
    auto [known, is_new] = function_addresses_.try_emplace(function->getCanonicalDecl());
    if (is_new) {
      known->second = constraints_.add_cell();
      constraints_.flow_address(function_cell(function), known->second);
    }
    return known->second;
  }

  const clang::ASTContext& context_;
  PointerConstraints constraints_;
  const clang::FunctionDecl* current_ = nullptr;
  std::map<const clang::FunctionDecl*, Cell> functions_;
  std::map<const clang::FunctionDecl*, Cell> function_addresses_;
  std::map<const clang::FunctionDecl*, Cell> results_;
  std::map<const clang::FunctionDecl*, Cell> rests_; ///< variable arguments
  std::map<const clang::VarDecl*, Cell> variables_;
  std::map<const clang::Expr*, Cell> values_;
  std::map<const clang::Expr*, Cell> addresses_;
  std::unordered_set<const clang::FunctionDecl*> interfaces_;
};

/// Whether anything names a function otherwise than to call it, so that all the rest is of use.
class AddressFinder : public clang::RecursiveASTVisitor<AddressFinder> {
public:
  bool TraverseCallExpr(clang::CallExpr* call) {
    if (direct_callee(call) != nullptr) {
      for (clang::Expr* argument : call->arguments()) {
        TraverseStmt(argument);
      }
      return true;
    }
    return RecursiveASTVisitor::TraverseCallExpr(call);
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    found_ = found_ || is_found_by_others(function) || aliased_function(function) != nullptr;
    return !found_;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    found_ = found_ || (function != nullptr && !function->isExternallyVisible());
    return !found_;
  }
  [[nodiscard]] bool found() const { return found_; }

private:
  bool found_ = false;
};

} // namespace

std::unordered_set<const clang::FunctionDecl*> escaping_functions(const clang::ASTContext& context) {
  AddressFinder finder;
  finder.TraverseDecl(context.getTranslationUnitDecl());
  if (!finder.found()) {
    return {};
  }
  ConstraintMaker constraints(context);
  constraints.solve();
  return constraints.escaping_functions();
}

std::unordered_set<const clang::VarDecl*> confined_statics(const clang::ASTContext& context) {
  ConstraintMaker constraints(context);
  constraints.solve();
  return constraints.confined_statics();
}

std::unordered_map<const clang::VarDecl*, cfa::Sharing> kept_variables(const clang::ASTContext& context) {
  ConstraintMaker constraints(context);
  constraints.solve();
  return constraints.kept_variables();
}

} // namespace vouch::frontend
