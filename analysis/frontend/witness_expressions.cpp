#include "analysis/frontend/witness_expressions.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/statement_walk.hpp"

#include <clang/AST/Expr.h>
#include <utility>

namespace vouch::frontend {
namespace {

const clang::NamedDecl* declared(const clang::ASTContext& context, llvm::StringRef name) {
  const auto found = context.getTranslationUnitDecl()->lookup(&context.Idents.get(name));
  return found.empty() ? nullptr : found.front();
}

std::optional<long> enumerator(const clang::ASTContext& context, llvm::StringRef name) {
  const auto* constant = llvm::dyn_cast_or_null<clang::EnumConstantDecl>(declared(context, name));
  return constant != nullptr ? std::optional<long>(constant->getInitVal().getExtValue()) : std::nullopt;
}

/// What evaluating `part` alone does beyond giving a value, or why that is not known; empty if it does nothing.
std::string effect_of(const clang::Stmt* part) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(part);
  if (expression == nullptr || llvm::isa<clang::StmtExpr, clang::AddrLabelExpr>(part)) {
    return "contains statements";
  }
  if (llvm::isa<clang::CallExpr, clang::AtomicExpr, clang::VAArgExpr>(expression)) {
    return "calls a function";
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    return operation->isAssignmentOp() ? "changes something" : "";
  }
  if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    return operation->isIncrementDecrementOp() ? "changes something" : "";
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue && cast->getSubExpr()->getType().isVolatileQualified()) {
      return "reads a volatile object";
    }
    if (cast->getCastKind() == clang::CK_FloatingToIntegral) {
      return "converts a floating-point number to an integer"; // whether it fits is not checked
    }
    return cast->getType()->isVariablyModifiedType() && llvm::isa<clang::ExplicitCastExpr>(cast)
               ? "computes the size of an array"
               : "";
  }
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression)) {
    return trait->getTypeOfArgument()->isVariablyModifiedType() ? "computes the size of an array" : "";
  }
  const bool is_known =
      llvm::isa<clang::DeclRefExpr, clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
                clang::StringLiteral, clang::ParenExpr, clang::AbstractConditionalOperator, clang::OpaqueValueExpr,
                clang::ArraySubscriptExpr, clang::MemberExpr, clang::OffsetOfExpr, clang::ConstantExpr,
                clang::GenericSelectionExpr, clang::ChooseExpr>(expression);
  return is_known ? "" : std::string("contains what is not understood there: ") + expression->getStmtClassName();
}

class WitnessObjections {
public:
  WitnessObjections(const clang::ASTContext& context, const SourceMap& source) : context_(context), source_(source) {}

  void look_at(const clang::CallExpr* call) {
    const clang::FunctionDecl* callee = direct_callee(call);
    if (callee == nullptr || callee->getIdentifier() == nullptr || callee->getName() != witness_function) {
      return;
    }
    const clang::ParenExpr* expression = expression_of(call);
    if (expression == nullptr) {
      object(call, "is no expression of C on its own");
    } else if (const std::string effect = effect_in(expression); !effect.empty()) {
      object(expression->getSubExpr(), effect);
    }
  }

  std::vector<Message> take() { return std::move(objections_); }

private:
  /// `(E)` of `__vouch_witness(LENGTH, (E) ? 1 : 0)`; null if the brackets are not around as much text as is said:
  /// then E has brackets that belong to others.
  [[nodiscard]] const clang::ParenExpr* expression_of(const clang::CallExpr* call) const {
    if (call->getNumArgs() != 2) {
      return nullptr;
    }
    const auto* length = llvm::dyn_cast<clang::IntegerLiteral>(call->getArg(0));
    const auto* truth = llvm::dyn_cast<clang::ConditionalOperator>(call->getArg(1)->IgnoreImpCasts());
    const auto* expression =
        truth != nullptr ? llvm::dyn_cast<clang::ParenExpr>(truth->getCond()->IgnoreImpCasts()) : nullptr;
    if (length == nullptr || expression == nullptr) {
      return nullptr;
    }
    const clang::SourceManager& manager = context_.getSourceManager();
    const clang::SourceLocation begin = expression->getLParen();
    const clang::SourceLocation end = expression->getRParen();
    if (!begin.isFileID() || !end.isFileID() || manager.getFileID(begin) != manager.getFileID(end)) {
      return nullptr;
    }
    const unsigned written = manager.getFileOffset(end) - manager.getFileOffset(begin) - 1;
    return length->getValue() == written ? expression : nullptr;
  }

  void object(const clang::Expr* expression, const std::string& objection) {
    const SourceRange range = source_.range(expression->getSourceRange());
    objections_.push_back(
        {MessageSeverity::Error,
         {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column},
         "the expression \"" + source_.text(expression->getSourceRange()) + "\" of the witness " + objection});
  }

  const clang::ASTContext& context_;
  const SourceMap& source_;
  std::vector<Message> objections_;
};

} // namespace

std::string effect_in(const clang::Stmt* part) {
  std::string effect = effect_of(part);
  for (const clang::Stmt* child : part->children()) {
    if (effect.empty() && child != nullptr) {
      effect = effect_in(child);
    }
  }
  return effect;
}

std::vector<Message> objections_to_witness(const clang::ASTContext& context, const SourceMap& source) {
  if (declared(context, witness_function) == nullptr) {
    return {};
  }
  WitnessObjections objections(context, source);
  for_each_statement(context.getTranslationUnitDecl(), [&](const clang::Stmt* statement) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      objections.look_at(call);
    }
  });
  return objections.take();
}

std::optional<WitnessTarget> witness_target(const clang::ASTContext& context) {
  const std::optional<long> line = enumerator(context, "__vouch_target_line");
  const std::optional<long> passed = enumerator(context, "__vouch_target_segment");
  const auto* segment = llvm::dyn_cast_or_null<clang::VarDecl>(declared(context, "vouch_segment"));
  if (!line || !passed || segment == nullptr) {
    return std::nullopt;
  }
  return WitnessTarget{static_cast<unsigned>(*line), segment, *passed};
}

} // namespace vouch::frontend
