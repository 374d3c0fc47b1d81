#pragma once

#include "analysis/frontend/addresses_elsewhere.hpp"

#include <clang/AST/ASTImporter.h>
#include <clang/AST/ASTImporterSharedState.h>
#include <clang/Frontend/ASTUnit.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vouch::frontend {

/// Copies definitions of one translation unit, and all that they name, into the tree of another, by Clang's importer.
/// Declarations of what is one thing in a program become declarations of one thing there; what is internal to a unit
/// stays on its own, whatever else has the same name.
///
/// Clang's importer is trusted with the trees. What it does not compare when it lets one type stand for another, the
/// layout, is compared here.
class UnitImporter : private clang::ASTImporter {
public:
  /// `state`: shared by all imports into `to`. All must outlive this, and `from` the use of `to`.
  UnitImporter(clang::ASTUnit& to, clang::ASTUnit& from, std::shared_ptr<clang::ASTImporterSharedState> state);

  /// Why nothing of `from` may be imported, as the end of a sentence; empty if it may.
  [[nodiscard]] std::string obstacle() const;

  /// Why it failed, as the end of a sentence; empty if it did not. After a failure `to` is of no use any more.
  std::string import(const clang::DeclaratorDecl* definition);

  /// What came with the definitions so far.
  [[nodiscard]] const LinkedVariables& variables() const { return variables_; }

private:
  void Imported(clang::Decl* from, clang::Decl* to) override;
  [[nodiscard]] std::string differing_type() const;

  clang::ASTUnit& to_;
  clang::ASTUnit& from_;
  std::vector<std::pair<const clang::TagDecl*, const clang::TagDecl*>> tags_; ///< there and here
  LinkedVariables variables_;
};

} // namespace vouch::frontend
