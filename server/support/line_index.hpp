#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace vouch::server {

/// Where the lines of a text begin, so that places in it are found without reading it from the start. Lines end with
/// `\n`, `\r\n` or `\r`; there is at least one.
class LineIndex {
public:
  /// `text` must outlive the index.
  explicit LineIndex(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }

  /// Where line number `line` (from 0) begins; the end of the text if there are fewer lines.
  [[nodiscard]] std::size_t start_of(std::size_t line) const;

  /// The number (from 0) of the line with the byte at `offset`, its terminator included; behind the end the last one.
  [[nodiscard]] std::size_t line_of(std::size_t offset) const;

private:
  std::string_view text_;
  std::vector<std::size_t> starts_; ///< ascending; the first is 0
};

} // namespace vouch::server
