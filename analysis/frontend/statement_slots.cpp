#include "analysis/frontend/statement_slots.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/large_stack.hpp"
#include "analysis/frontend/parse.hpp"
#include "analysis/frontend/source_map.hpp"
#include "analysis/frontend/statement_walk.hpp"
#include "analysis/support/overloaded.hpp"

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
  std::optional<StatementSlot> slot =
      std::visit(Overloaded{[&](const LoopAt& loop) {
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
                            }},
                 request);
  if (slot) {
    slot->assertions = assertions_in(unit);
  }
  return slot;
}

} // namespace

std::optional<StatementSlot> find_slot(const SourceInput& input, const Options& options, const SlotRequest& request) {
  std::optional<StatementSlot> slot;
  const auto database = CompilationDatabase::of(input);
  if (!database) {
    return slot;
  }
  run_with_large_stack([&] {
    const ParsedFile parsed =
        parse(input, database->command_for(input.path, input.clang_arguments, options.data_model));
    if (parsed.unit != nullptr && !parsed.has_errors) {
      slot = find_in(*parsed.unit, input, request);
    }
  });
  return slot;
}

} // namespace vouch::frontend
