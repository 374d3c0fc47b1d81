#include "server/support/line_index.hpp"

#include <algorithm>

namespace vouch::server {

LineIndex::LineIndex(std::string_view text) : text_(text), starts_{0} {
  // Searching one character is much faster than searching either of two.
  std::size_t newline_at = text.find('\n');
  std::size_t return_at = text.find('\r');
  while (newline_at != std::string_view::npos || return_at != std::string_view::npos) {
    const bool is_pair = return_at != std::string_view::npos && newline_at == return_at + 1;
    const std::size_t start = std::min(newline_at, return_at) + (is_pair ? 2 : 1);
    starts_.push_back(start);
    if (newline_at < start) {
      newline_at = text.find('\n', start);
    }
    if (return_at < start) {
      return_at = text.find('\r', start);
    }
  }
}

std::size_t LineIndex::start_of(std::size_t line) const { return line < starts_.size() ? starts_[line] : text_.size(); }

std::size_t LineIndex::line_of(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
}

} // namespace vouch::server
