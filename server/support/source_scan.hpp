#pragma once

#include "analysis/report/report.hpp"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Places in the text of a C file, found without a parser. What macros make of the text is not seen.
namespace vouch::server {

/// The text with comments, strings and characters as blanks, so that everything is where it was.
std::string code_only(std::string_view text);

/// The byte at a line and a column, both from 1; column zero: where the line's code begins. None behind the text.
std::optional<std::size_t> offset_at(std::string_view code, unsigned line, unsigned column);

struct LineColumn {
  unsigned line = 1;
  unsigned column = 1;
  friend auto operator<=>(const LineColumn&, const LineColumn&) = default;
};
LineColumn position_at(std::string_view text, std::size_t offset);

/// The identifier or keyword that begins at `offset`; empty if none does.
std::string_view word_at(std::string_view code, std::size_t offset);

/// Where the identifier `word` is in `text`, from `begin` on; npos: nowhere.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t begin = 0);

/// The bracket that belongs to the one at `offset`.
std::optional<std::size_t> matching_bracket(std::string_view code, std::size_t offset);

/// What stands in front of `offset` and is no blank; behind it.
std::size_t skip_blanks(std::string_view code, std::size_t offset);
std::optional<std::size_t> last_before(std::string_view code, std::size_t offset);

/// The keyword of the `if` or of the loop whose condition is exactly at `condition`.
std::optional<std::size_t> keyword_of_condition(std::string_view code, const Place& condition);

/// A text with insertions, and the way back from places in it.
class EditedText {
public:
  explicit EditedText(std::string original) : original_(std::move(original)) {}

  /// In front of the byte at `offset`; of several at one place the first stands first.
  void insert(std::size_t offset, std::string text);
  /// The same for what ends something: in front of all that was inserted there.
  void insert_closing(std::size_t offset, std::string text);
  [[nodiscard]] std::string text() const;
  /// Where a place of the edited text is in the original; one inside of an insertion is where that stands.
  [[nodiscard]] Place original_place(const Place& place) const;

private:
  struct Insertion {
    std::size_t offset = 0;
    std::string text;
  };
  [[nodiscard]] std::size_t original_offset(std::size_t edited) const;

  std::string original_;
  std::vector<Insertion> insertions_; ///< by offset
};

} // namespace vouch::server
