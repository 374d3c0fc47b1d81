#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/MapVector.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// Where the lifetimes of one function's objects begin and end. C ties them to blocks (6.2.4p6, 6.5.2.5p5): one object
/// for each time that the block is entered, whether control comes to the declaration or the compound literal once,
/// never or several times. For most objects that is the same as a lifetime that begins there; the others are listed
/// here.
///
/// Example: `again: q = p; p = &(struct s){n++}; if (n < 3) goto again;` is one literal, evaluated three times.
///
/// Blocks are compound statements, `for` statements, and the bodies of loops and branches.
struct Lifetimes {
  /// By block: objects whose lifetime has to begin where the block is entered, since a jump back inside of the block or
  /// the next round of a loop's head comes to them again.
  std::unordered_map<const clang::Stmt*, std::vector<const clang::VarDecl*>> variables;
  std::unordered_map<const clang::Stmt*, std::vector<const clang::CompoundLiteralExpr*>> literals;
  /// All of the above.
  std::unordered_set<const void*> begin_with_block;
  /// The blocks around each label, outermost first; labels as the source has them.
  llvm::MapVector<const clang::LabelDecl*, std::vector<const clang::Stmt*>> blocks_around;
};

Lifetimes lifetimes_in(const clang::FunctionDecl* function);

/// Whether `statement` is a block wherever it stands.
bool is_block(const clang::Stmt* statement);

} // namespace vouch::frontend
