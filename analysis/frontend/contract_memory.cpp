#include "analysis/frontend/contract_memory.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/library_functions.hpp"

#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <optional>

namespace vouch::frontend {
namespace {

using Kind = StatedMemory::Kind;

/// How a call is understood by name; nothing: it is not.
std::optional<LibraryFunction> known_call(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl* callee = call != nullptr ? direct_callee(call) : nullptr;
  const bool is_known = callee != nullptr && callee->getIdentifier() != nullptr && callee->getDefinition() == nullptr;
  return is_known ? library_function(callee->getName()) : std::nullopt;
}

bool is_failure(const clang::Stmt* statement) {
  if (const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement)) {
    const clang::Expr* inner = expression->IgnoreParenCasts();
    const auto* sequence = llvm::dyn_cast<clang::BinaryOperator>(inner);
    const bool is_sequence = sequence != nullptr && sequence->getOpcode() == clang::BO_Comma;
    return is_sequence ? is_failure(sequence->getLHS()) : known_call(inner) == LibraryFunction::AssertFail;
  }
  return false;
}

/// Without what leaves it as true or false as it is: parentheses, `!!`, `__builtin_expect`.
const clang::Expr* core_of(const clang::Expr* condition) {
  condition = condition->IgnoreParenCasts();
  if (known_call(condition) == LibraryFunction::Expect) {
    return core_of(llvm::cast<clang::CallExpr>(condition)->getArg(0));
  }
  const auto* outer = llvm::dyn_cast<clang::UnaryOperator>(condition);
  if (outer == nullptr || outer->getOpcode() != clang::UO_LNot) {
    return condition;
  }
  const auto* inner = llvm::dyn_cast<clang::UnaryOperator>(outer->getSubExpr()->IgnoreParenCasts());
  return inner != nullptr && inner->getOpcode() == clang::UO_LNot ? core_of(inner->getSubExpr()) : condition;
}

/// What `assertion` asserts, in the ways of C libraries; null if it is another way.
const clang::Expr* asserted(const clang::Stmt* assertion) {
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(assertion)) {
    return block->size() == 1 ? asserted(block->body_front()) : nullptr;
  }
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(assertion)) {
    return is_failure(branch->getElse()) ? branch->getCond() : nullptr;
  }
  if (!llvm::isa<clang::Expr>(assertion)) {
    return nullptr;
  }
  const clang::Expr* expression = llvm::cast<clang::Expr>(assertion)->IgnoreParenCasts();
  if (const auto* extension = llvm::dyn_cast<clang::UnaryOperator>(expression);
      extension != nullptr && extension->getOpcode() == clang::UO_Extension) {
    return asserted(extension->getSubExpr());
  }
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) {
    return asserted(block->getSubStmt());
  }
  if (known_call(expression) == LibraryFunction::Assert) {
    return llvm::cast<clang::CallExpr>(expression)->getArg(0);
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
    return is_failure(choice->getFalseExpr()) ? choice->getCond() : nullptr;
  }
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (operation != nullptr && operation->getOpcode() == clang::BO_Comma) {
    return asserted(operation->getRHS());
  }
  const bool is_either = operation != nullptr && operation->getOpcode() == clang::BO_LOr;
  return is_either && is_failure(operation->getRHS()) ? operation->getLHS() : nullptr;
}

/// The pointer parameter that `expression` is; null if it is something else.
const clang::ParmVarDecl* pointer_parameter(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
  const auto* parameter = name != nullptr ? llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl()) : nullptr;
  return parameter != nullptr && parameter->getType()->isPointerType() ? parameter : nullptr;
}

bool leads_to_characters(const clang::ParmVarDecl* parameter) {
  const clang::QualType pointee = parameter->getType()->getPointeeType();
  return pointee->isCharType() || pointee->isVoidType();
}

/// The parameter that `condition` says to be null; null: it says something else.
const clang::ParmVarDecl* said_to_be_null(const clang::Expr* condition) {
  condition = core_of(condition);
  if (const auto* negation = llvm::dyn_cast<clang::UnaryOperator>(condition);
      negation != nullptr && negation->getOpcode() == clang::UO_LNot) {
    return pointer_parameter(negation->getSubExpr());
  }
  const auto* comparison = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (comparison == nullptr || comparison->getOpcode() != clang::BO_EQ) {
    return nullptr;
  }
  const clang::ParmVarDecl* left = pointer_parameter(comparison->getLHS());
  const clang::ParmVarDecl* parameter = left != nullptr ? left : pointer_parameter(comparison->getRHS());
  const clang::Expr* other = left != nullptr ? comparison->getRHS() : comparison->getLHS();
  if (parameter == nullptr) {
    return nullptr;
  }
  const auto kind = other->IgnoreParenImpCasts()->isNullPointerConstant(parameter->getASTContext(),
                                                                        clang::Expr::NPC_NeverValueDependent);
  return kind != clang::Expr::NPCK_NotNull ? parameter : nullptr;
}

/// Whether it is calculated from constants and from parameters that are numbers, by what wraps around at worst.
bool is_plain_count(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (!expression->getType()->isIntegerType()) {
    return false;
  }
  if (llvm::isa<clang::IntegerLiteral>(expression)) {
    return true;
  }
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression)) {
    return trait->getKind() == clang::UETT_SizeOf && !trait->getTypeOfArgument()->isVariablyModifiedType();
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    const bool is_between_numbers = cast->getCastKind() == clang::CK_IntegralCast ||
                                    cast->getCastKind() == clang::CK_LValueToRValue ||
                                    cast->getCastKind() == clang::CK_NoOp;
    return is_between_numbers && is_plain_count(cast->getSubExpr());
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    const bool is_known = operation->getOpcode() == clang::BO_Add || operation->getOpcode() == clang::BO_Sub ||
                          operation->getOpcode() == clang::BO_Mul;
    return is_known && is_plain_count(operation->getLHS()) && is_plain_count(operation->getRHS());
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  return name != nullptr && llvm::isa<clang::ParmVarDecl>(name->getDecl());
}

/// The contract, condition by condition.
class MemoryReader {
public:
  /// Of what every call has to keep to.
  void read(const clang::Expr* condition) {
    condition = core_of(condition);
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(condition);
    if (operation != nullptr && operation->getOpcode() == clang::BO_LAnd) {
      read(operation->getLHS());
      read(operation->getRHS());
    } else if (operation != nullptr && operation->getOpcode() == clang::BO_LOr) {
      read_string_or_null(operation->getLHS(), operation->getRHS());
      read_string_or_null(operation->getRHS(), operation->getLHS());
    } else if (const auto question = known_call(condition); question && is_question_about_memory(*question)) {
      read_question(llvm::cast<clang::CallExpr>(condition), *question);
    }
  }

  /// Counts what is asked about each parameter, wherever it stands.
  void count_questions(const clang::Stmt* statement) {
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    const auto question = expression != nullptr ? known_call(expression) : std::nullopt;
    if (question && is_question_about_memory(*question)) {
      return count_names(statement);
    }
    for (const clang::Stmt* child : evaluated_children(statement)) {
      count_questions(child);
    }
  }

  /// A number of elements is exact, so nothing else may be said of the same pointer.
  [[nodiscard]] std::unordered_map<const clang::ValueDecl*, StatedMemory> take() {
    std::unordered_map<const clang::ValueDecl*, StatedMemory> result;
    for (const auto& [parameter, questions] : questions_) {
      const auto found = stated_.find(parameter);
      const bool is_exact = found != stated_.end() && found->second.count != nullptr;
      result[parameter] = found == stated_.end() || (is_exact && questions > 1) ? StatedMemory{} : found->second;
    }
    return result;
  }

private:
  void read_question(const clang::CallExpr* question, LibraryFunction function) {
    const clang::ParmVarDecl* parameter = question->getNumArgs() > 0 ? pointer_parameter(question->getArg(0)) : nullptr;
    if (parameter == nullptr) {
      return;
    }
    if (function == LibraryFunction::IsString) {
      if (leads_to_characters(parameter)) {
        stated_[parameter] = {Kind::String, nullptr};
      }
      return;
    }
    if (question->getNumArgs() < 2 || !is_plain_count(question->getArg(1))) {
      return;
    }
    StatedMemory memory{Kind::Bytes, question->getArg(1)};
    if (question->getNumArgs() == 3) {
      const clang::ASTContext& context = parameter->getASTContext();
      const clang::QualType pointee = parameter->getType()->getPointeeType();
      clang::Expr::EvalResult size;
      if (!question->getArg(2)->EvaluateAsInt(size, context)) {
        return;
      }
      const bool is_of_elements = !pointee->isIncompleteType() && !pointee->isFunctionType() &&
                                  size.Val.getInt().getExtValue() == context.getTypeSizeInChars(pointee).getQuantity();
      if (!is_of_elements && size.Val.getInt() != 1) {
        return;
      }
      memory.kind = is_of_elements ? Kind::Elements : Kind::Bytes;
    }
    stated_.emplace(parameter, memory);
  }

  void read_string_or_null(const clang::Expr* null, const clang::Expr* string) {
    const clang::ParmVarDecl* parameter = said_to_be_null(null);
    string = core_of(string);
    if (parameter == nullptr || known_call(string) != LibraryFunction::IsString || !leads_to_characters(parameter)) {
      return;
    }
    const auto* question = llvm::cast<clang::CallExpr>(string);
    if (question->getNumArgs() == 1 && pointer_parameter(question->getArg(0)) == parameter) {
      stated_.emplace(parameter, StatedMemory{Kind::StringOrNull, nullptr});
    }
  }

  void count_names(const clang::Stmt* statement) {
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl());
      if (parameter != nullptr && parameter->getType()->isPointerType()) {
        ++questions_[parameter];
      }
    }
    for (const clang::Stmt* child : evaluated_children(statement)) {
      count_names(child);
    }
  }

  std::unordered_map<const clang::ValueDecl*, StatedMemory> stated_;
  std::unordered_map<const clang::ValueDecl*, unsigned> questions_;
};

bool has_question_for_string(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  return (expression != nullptr && known_call(expression) == LibraryFunction::IsString) ||
         std::ranges::any_of(evaluated_children(statement), has_question_for_string);
}

} // namespace

bool asks_for_strings(const clang::FunctionDecl* function) {
  return std::ranges::any_of(contract_of(function), [](const ContractPart& part) {
    const auto* expectation = std::get_if<Expectation>(&part);
    return expectation != nullptr && has_question_for_string(expectation->assertion);
  });
}

std::unordered_map<const clang::ValueDecl*, StatedMemory> stated_memory(const clang::FunctionDecl* function) {
  MemoryReader reader;
  bool is_asked_of_all = true;
  for (const ContractPart& part : contract_of(function)) {
    const auto* expectation = std::get_if<Expectation>(&part);
    if (expectation == nullptr) {
      is_asked_of_all = false; // callers who take the way out may pass what they like
      continue;
    }
    reader.count_questions(expectation->assertion);
    const clang::Expr* condition = is_asked_of_all ? asserted(expectation->assertion) : nullptr;
    if (condition != nullptr) {
      reader.read(condition);
    }
  }
  return reader.take();
}

} // namespace vouch::frontend
