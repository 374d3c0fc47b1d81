#pragma once

#include "analysis/frontend/lifetimes.hpp"
#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/open_statements.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

/// Blocks, jumps out of them, and the lifetimes of their objects.
class BlockLowering {
public:
  explicit BlockLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Begins lifetimes that begin with the function; before its blocks are lowered.
  void enter_function();
  /// `body` as a block: a statement that is one, or the body of a loop or branch.
  void block(const clang::Stmt* body);
  void open_block(const clang::Stmt* block);
  /// Ends the lifetimes of the innermost block's objects.
  void close_block();
  /// The innermost block ends, but the lifetimes of its objects go on in the one around it.
  void merge_block();
  /// The function ends, and all lifetimes with it.
  void forget_blocks() { open_blocks_.clear(); }
  /// Whether lifetimes end with the innermost block.
  [[nodiscard]] bool ends_lifetimes() const { return !open_blocks_.back().endings.empty(); }

  /// Whether the lifetime of `object`, a variable or compound literal, begins where its block is entered, not where
  /// control comes to it.
  [[nodiscard]] bool begins_with_block(const void* object) const {
    return lifetimes_.begin_with_block.contains(object);
  }
  /// Of the objects that `lifetimes_` ties to the entry of `block`.
  void begin_lifetimes(const clang::Stmt* block);
  void begin_lifetime(const Place& object, const Origin& origin);
  /// Lets `ending` happen where control leaves the innermost block, if anybody asks about the ends of lifetimes. It
  /// makes a new object in the place of the old one, so that pointers to that lead nowhere.
  void end_with_block(cfa::Operation ending);

  DraftLocation label(const clang::LabelDecl* label);
  /// The value of `&&label`.
  cfa::ExpressionRef label_address(const clang::LabelDecl* label);
  void jump_to(const clang::LabelDecl* target);
  /// From here on `break` and `continue` lead there.
  void open_jump_targets(JumpTargets::Kind kind, DraftLocation break_to, DraftLocation continue_to);
  void close_jump_targets() { jump_targets_.pop_back(); }
  void break_statement(const clang::BreakStmt* statement);
  void continue_statement(const clang::ContinueStmt* statement);
  void loop_condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false);

private:
  /// Control leaves all open blocks but the first `remaining`.
  void leave_blocks(std::size_t remaining);
  void enter_bypassed_scopes();

  LoweringContext& lowering_;
  Unit& unit_;
  std::unordered_map<const clang::LabelDecl*, DraftLocation> labels_;
  Lifetimes lifetimes_;
  std::vector<OpenBlock> open_blocks_;
  std::vector<JumpTargets> jump_targets_;
};

} // namespace vouch::frontend
