#include "analysis/frontend/statement_slots.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/large_stack.hpp"
#include "analysis/frontend/parse.hpp"
#include "analysis/frontend/source_map.hpp"
#include "analysis/frontend/statement_walk.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

namespace vouch::frontend {
namespace {

class SlotFinder {
public:
  SlotFinder(const clang::ASTContext& context, const SourceMap& source, SourcePosition loop)
      : context_(context), source_(source), loop_(loop) {}

  [[nodiscard]] const std::optional<StatementSlot>& found() const { return found_; }

  void look_at(const clang::Stmt* statement) {
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
      visit(loop->getWhileLoc(), loop->getBody());
    } else if (const auto* counting = llvm::dyn_cast<clang::ForStmt>(statement)) {
      visit(counting->getForLoc(), counting->getBody());
    } else if (const auto* body_first = llvm::dyn_cast<clang::DoStmt>(statement)) {
      visit(body_first->getDoLoc(), body_first->getBody());
    } else if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      const clang::Stmt* labelled = label->getSubStmt();
      if (begin_of(labelled->getBeginLoc()) == loop_ && labelled->getBeginLoc().isFileID() && !found_) {
        found_ = StatementSlot{loop_, "", " ", {}};
      }
    }
  }

  void add_body(const clang::Stmt* body) {
    if (body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID() ||
        !source_.is_in_main_file(body->getBeginLoc())) {
      return;
    }
    StatementSlot slot;
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body)) {
      slot.position = begin_of(block->getLBracLoc());
      ++slot.position.column; // behind the bracket
      slot.before = " ";
      if (!block->body_empty()) {
        const SourcePosition first = begin_of((*block->body_begin())->getBeginLoc());
        slot.before = first.line > slot.position.line ? "\n" + std::string(first.column - 1, ' ') : " ";
      }
    } else {
      const clang::SourceManager& manager = context_.getSourceManager();
      const clang::SourceLocation semicolon = clang::Lexer::findLocationAfterToken(
          body->getEndLoc(), clang::tok::semi, manager, context_.getLangOpts(), false);
      const bool ends_with_bracket =
          clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(body->getEndLoc()), manager,
                                      context_.getLangOpts()) == "}";
      if (semicolon.isInvalid() && !ends_with_bracket && !llvm::isa<clang::NullStmt>(body)) {
        return;
      }
      slot.position = begin_of(body->getBeginLoc());
      slot.before = "{ ";
      slot.behind = " ";
      slot.closing = source_.range(clang::SourceRange(body->getEndLoc())).end;
      if (semicolon.isValid() && !ends_with_bracket) {
        slot.closing = begin_of(semicolon);
      }
    }
    found_ = slot;
  }

private:
  SourcePosition begin_of(clang::SourceLocation location) const {
    return source_.range(clang::SourceRange(location)).begin;
  }

  void visit(clang::SourceLocation keyword, const clang::Stmt* body) {
    if (!found_ && keyword.isFileID() && source_.is_in_main_file(keyword) && begin_of(keyword) == loop_) {
      add_body(body);
    }
  }

  const clang::ASTContext& context_;
  const SourceMap& source_;
  SourcePosition loop_;
  std::optional<StatementSlot> found_;
};

/// Finds the place for `BeforeStatement` in a function's body.
class PlaceFinder {
public:
  PlaceFinder(const clang::ASTContext& context, const SourceMap& source, SourcePosition place)
      : context_(context), source_(source), place_(place) {}

  std::optional<StatementSlot> find() const {
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function != nullptr && function->isThisDeclarationADefinition() &&
          source_.is_in_main_file(function->getLocation()) && is_in(function->getBody())) {
        return in_block(llvm::dyn_cast<clang::CompoundStmt>(function->getBody()));
      }
    }
    return std::nullopt;
  }

private:
  [[nodiscard]] SourceRange range_of(const clang::Stmt* statement) const {
    return source_.expansion_range(statement->getSourceRange());
  }

  [[nodiscard]] bool is_in(const clang::Stmt* statement) const {
    if (statement == nullptr) {
      return false;
    }
    const SourceRange range = range_of(statement);
    return range.begin <= place_ && place_ <= range.end;
  }

  [[nodiscard]] std::optional<StatementSlot> in_block(const clang::CompoundStmt* block) const {
    if (block == nullptr || block->getLBracLoc().isMacroID() || block->getRBracLoc().isMacroID()) {
      return std::nullopt;
    }
    for (const clang::Stmt* statement : block->body()) {
      if (place_ < range_of(statement).end) {
        return before(statement);
      }
    }
    return StatementSlot{source_.range(clang::SourceRange(block->getRBracLoc())).begin, "", " ", {}};
  }

  /// Of a statement in a block.
  [[nodiscard]] std::optional<StatementSlot> before(const clang::Stmt* statement) const {
    if (const clang::Stmt* labelled = behind_label(statement)) {
      return before(labelled);
    }
    for (const clang::Stmt* part : bodies_of(statement)) {
      if (is_in(part)) {
        return in_body(part);
      }
    }
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      return in_block(block);
    }
    return StatementSlot{range_of(statement).begin, "", " ", {}};
  }

  /// Of a statement that may not be one of several.
  [[nodiscard]] std::optional<StatementSlot> in_body(const clang::Stmt* body) const {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body)) {
      return in_block(block);
    }
    for (const clang::Stmt* part : bodies_of(body)) {
      if (is_in(part)) {
        return in_body(part);
      }
    }
    SlotFinder braces(context_, source_, {});
    braces.add_body(body);
    return braces.found();
  }

  static const clang::Stmt* behind_label(const clang::Stmt* statement) {
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      return label->getSubStmt();
    }
    const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement);
    return label != nullptr ? label->getSubStmt() : nullptr;
  }

  static std::vector<const clang::Stmt*> bodies_of(const clang::Stmt* statement) {
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
      return {branch->getThen(), branch->getElse()};
    }
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
      return {loop->getBody()};
    }
    if (const auto* counting = llvm::dyn_cast<clang::ForStmt>(statement)) {
      return {counting->getBody()};
    }
    if (const auto* body_first = llvm::dyn_cast<clang::DoStmt>(statement)) {
      return {body_first->getBody()};
    }
    const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement);
    return choice != nullptr ? std::vector<const clang::Stmt*>{choice->getBody()} : std::vector<const clang::Stmt*>();
  }

  const clang::ASTContext& context_;
  const SourceMap& source_;
  SourcePosition place_;
};

AssertionMacro assertions_in(clang::ASTUnit& unit) {
  clang::Preprocessor& preprocessor = unit.getPreprocessor();
  if (preprocessor.isMacroDefined("NDEBUG")) {
    return AssertionMacro::Disabled;
  }
  bool is_declared = preprocessor.isMacroDefined("assert");
  for (const clang::Decl* declaration : unit.getASTContext().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->getIdentifier() != nullptr && function->getName() == "assert") {
      is_declared = true;
      if (function->getDefinition() != nullptr) {
        return AssertionMacro::Disabled; // it may mean anything
      }
    }
  }
  return is_declared ? AssertionMacro::Available : AssertionMacro::NotDeclared;
}

std::optional<StatementSlot> find_in(clang::ASTUnit& unit, const SourceInput& input, const SlotRequest& request) {
  clang::ASTContext& context = unit.getASTContext();
  const SourceMap source(unit.getSourceManager(), context.getLangOpts(), input.path);
  std::optional<StatementSlot> slot = std::visit(
      Overloaded{[&](const LoopAt& loop) {
                   SlotFinder finder(context, source, loop.place);
                   for_each_statement(context.getTranslationUnitDecl(),
                                      [&](const clang::Stmt* statement) { finder.look_at(statement); });
                   return finder.found();
                 },
                 [&](const BodyOf& body) {
                   SlotFinder finder(context, source, {});
                   for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
                     const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
                     if (function != nullptr && function->isThisDeclarationADefinition() &&
                         function->getNameAsString() == body.function) {
                       finder.add_body(function->getBody());
                     }
                   }
                   return finder.found();
                 },
                 [&](const BeforeStatement& before) { return PlaceFinder(context, source, before.place).find(); }},
      request);
  if (slot) {
    slot->assertions = assertions_in(unit);
  }
  return slot;
}

ReadExpression read_in(clang::ASTUnit& unit, const SourceInput& input, SourcePosition begin, SourcePosition end) {
  const clang::ASTContext& context = unit.getASTContext();
  const SourceMap source(unit.getSourceManager(), context.getLangOpts(), input.path);
  ReadExpression result;
  for_each_statement(context.getTranslationUnitDecl(), [&](const clang::Stmt* statement) {
    const auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(statement);
    if (cast == nullptr || cast->getCastKind() != clang::CK_ToVoid || !cast->getBeginLoc().isFileID() ||
        source.range(clang::SourceRange(cast->getBeginLoc())).begin != begin) {
      return;
    }
    const SourcePosition semicolon = source.range(cast->getSourceRange()).end;
    const clang::QualType type = cast->getSubExpr()->getType();
    if (semicolon.line != end.line || semicolon.column + 1 != end.column) {
      return; // it goes on, or something of it is behind the semicolon
    }
    result.kind = !type->isScalarType()                         ? ExpressionKind::NotScalar
                  : cast->getSubExpr()->HasSideEffects(context) ? ExpressionKind::HasEffects
                                                                : ExpressionKind::Condition;
  });
  return result;
}

/// Nothing if no compilation database can be read, or Clang gives up.
void with_parsed(const SourceInput& input, const Options& options, llvm::function_ref<void(const ParsedFile&)> look) {
  const auto database = CompilationDatabase::of(input);
  if (!database) {
    return;
  }
  run_with_large_stack([&] {
    const ParsedFile parsed =
        parse(input, database->command_for(input.path, input.clang_arguments, options.data_model));
    if (parsed.unit != nullptr) {
      look(parsed);
    }
  });
}

} // namespace

std::optional<StatementSlot> find_slot(const SourceInput& input, const Options& options, const SlotRequest& request) {
  std::optional<StatementSlot> slot;
  with_parsed(input, options, [&](const ParsedFile& parsed) {
    if (!parsed.has_errors) {
      slot = find_in(*parsed.unit, input, request);
    }
  });
  return slot;
}

ReadExpression read_expression(const SourceInput& input, const Options& options, SourcePosition begin,
                               SourcePosition end) {
  ReadExpression result;
  with_parsed(input, options, [&](const ParsedFile& parsed) {
    if (!parsed.has_errors) {
      result = read_in(*parsed.unit, input, begin, end);
      return;
    }
    const auto error = std::ranges::find(parsed.messages, MessageSeverity::Error, &Message::severity);
    result.problem = error != parsed.messages.end() ? error->text : "the file does not compile";
  });
  return result;
}

} // namespace vouch::frontend
