#pragma once

#include "analysis/support/source_range.hpp"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <map>
#include <memory>
#include <string>

namespace vouch::frontend {

/// Maps Clang's locations to places in files as an editor sees them: lines are physical (`#line` is ignored), what
/// stands in a macro is at its expansion, except for arguments of a macro, which are where they were written.
class SourceMap {
public:
  /// `main_path` is how the user named the main file.
  SourceMap(const clang::SourceManager& manager, const clang::LangOptions& language, std::string main_path);

  [[nodiscard]] SourceRange range(clang::SourceRange tokens) const;
  /// The whole macro call, if `tokens` come from one.
  [[nodiscard]] SourceRange expansion_range(clang::SourceRange tokens) const;
  /// What stands at `tokens`, on one line and of limited length.
  [[nodiscard]] std::string text(clang::SourceRange tokens) const;
  [[nodiscard]] bool is_in_main_file(clang::SourceLocation location) const;
  [[nodiscard]] bool is_before(clang::SourceLocation earlier, clang::SourceLocation later) const;
  /// Whether the translation unit had `location` when this map was made: what is linked later has others.
  [[nodiscard]] bool is_in_own_unit(clang::SourceLocation location) const;

private:
  [[nodiscard]] clang::CharSourceRange characters(clang::SourceRange tokens) const;
  [[nodiscard]] SourceRange convert(clang::CharSourceRange characters) const;
  [[nodiscard]] std::shared_ptr<const std::string> path(clang::FileID file) const;

  const clang::SourceManager& manager_;
  const clang::LangOptions& language_;
  std::string main_path_;
  clang::SourceLocation::UIntTy own_end_;
  mutable std::map<clang::FileID, std::shared_ptr<const std::string>> paths_;
};

} // namespace vouch::frontend
