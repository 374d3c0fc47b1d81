#pragma once

#include <compare>
#include <memory>
#include <string>

namespace vouch {

/// A position in a file. Line and column start at 1; the column counts bytes. Line 0 means "no position".
struct SourcePosition {
  unsigned line = 0;
  unsigned column = 0;

  friend auto operator<=>(const SourcePosition&, const SourcePosition&) = default;
};

/// A half-open range `[begin, end)` in one file. The path is shared by all ranges of that file;
/// it is null for what no source stands behind (for instance a synthetic start location).
struct SourceRange {
  std::shared_ptr<const std::string> file;
  SourcePosition begin;
  SourcePosition end;

  [[nodiscard]] bool is_valid() const { return file != nullptr && begin.line != 0; }
  [[nodiscard]] std::string path() const { return file ? *file : std::string(); }
};

/// `path:line:column`, or `<no position>`.
inline std::string to_string(const SourceRange& range) {
  if (!range.is_valid()) {
    return "<no position>";
  }
  return *range.file + ":" + std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column);
}

} // namespace vouch
