#pragma once

#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/open_statements.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

/// The statements of a function, and its parameters.
class StatementLowering {
public:
  explicit StatementLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Finds the assertions that are the function's contract, before its statements are lowered.
  void find_contract();
  /// Brings what callers pass to where the body looks for it.
  void parameters(const FunctionInterface& interface);
  void statement(const clang::Stmt* statement);
  /// Without the block that it is.
  void for_loop(const clang::ForStmt* loop);

private:
  void without_contract(const clang::Stmt* statement);
  void if_statement(const clang::IfStmt* statement);
  void while_loop(const clang::WhileStmt* loop);
  void do_loop(const clang::DoStmt* loop);
  void switch_statement(const clang::SwitchStmt* statement);
  void switch_case(const clang::SwitchCase* label);
  void return_statement(const clang::ReturnStmt* statement);
  void declarations(const clang::DeclStmt* statement);
  void declare(const clang::VarDecl* variable, const Origin& origin);
  void loop_body(const clang::Stmt* body, DraftLocation break_to, DraftLocation continue_to);
  void assembly(const clang::AsmStmt* statement);
  void computed_goto(const clang::IndirectGotoStmt* statement);

  LoweringContext& lowering_;
  Unit& unit_;
  /// The assertions that are the function's contract, each with the condition under which it is not asked for.
  std::unordered_map<const clang::Stmt*, std::string> contract_;
  cfa::ExpressionRef contract_is_assumed_ =
      nullptr; ///< whether callers were made to keep to it; null: that does not matter
  std::vector<Switch> switches_;
};

} // namespace vouch::frontend
