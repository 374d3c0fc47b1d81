#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <cctype>

namespace vouch::server {

namespace {

using protocol::PositionEncoding;

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// The length in bytes of the character at `offset`; 1 for what is not UTF-8.
std::size_t character_length(std::string_view text, std::size_t offset) {
  const auto lead = static_cast<unsigned char>(text[offset]);
  const std::size_t length = lead >= 0xF0U && lead <= 0xF4U ? 4 : lead >= 0xE0U ? 3 : lead >= 0xC2U ? 2 : 1;
  if (lead < 0xC2U || lead > 0xF4U || offset + length > text.size()) {
    return 1;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[offset + i])) {
      return 1;
    }
  }
  return length;
}

/// How many units a character of `length` bytes takes.
std::size_t units(std::size_t length, PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return length;
  case PositionEncoding::Utf16:
    return length == 4 ? 2 : 1;
  case PositionEncoding::Utf32:
    return 1;
  }
  return 1;
}

/// Where the line that contains `offset` ends, without its terminator.
std::size_t end_of_line(std::string_view text, std::size_t offset) {
  return std::min(text.find_first_of("\r\n", offset), text.size());
}

/// The byte at the engine's `line` and `column`, clamped to the text and moved to the start of its character.
std::size_t byte_at(const LineIndex& lines, unsigned line, unsigned column) {
  const std::string_view text = lines.text();
  const std::size_t start = lines.start_of(line == 0 ? 0 : line - 1);
  const std::size_t end = end_of_line(text, start);
  const std::size_t wanted = std::min<std::size_t>(start + (column == 0 ? 0 : column - 1), end);
  std::size_t offset = start;
  while (offset < wanted) {
    const std::size_t next = offset + character_length(text, offset);
    if (next > wanted) {
      break;
    }
    offset = next;
  }
  return offset;
}

/// The end of the identifier or number at `offset`, or else of the one character there.
std::size_t end_of_word(std::string_view text, std::size_t offset) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::size_t end = offset;
  while (end < text.size() && is_word(text[end])) {
    ++end;
  }
  if (end == offset && end < end_of_line(text, offset)) {
    end += character_length(text, offset);
  }
  return end;
}

std::size_t offset_of(const LineIndex& lines, protocol::Position position, PositionEncoding encoding) {
  const std::string_view text = lines.text();
  std::size_t offset = lines.start_of(position.line);
  const std::size_t end = end_of_line(text, offset);
  std::size_t passed = 0;
  while (offset < end) {
    const std::size_t length = character_length(text, offset);
    passed += units(length, encoding);
    if (passed > position.character) {
      break; // also for a position inside the character
    }
    offset += length;
  }
  return offset;
}

protocol::Position position_of(const LineIndex& lines, std::size_t offset, PositionEncoding encoding) {
  const std::string_view text = lines.text();
  offset = std::min(offset, text.size());
  protocol::Position position;
  position.line = static_cast<std::uint32_t>(lines.line_of(offset));
  std::size_t start = lines.start_of(position.line);
  const std::size_t end = std::min(offset, end_of_line(text, start));
  while (start < end) {
    const std::size_t length = character_length(text, start);
    position.character += static_cast<std::uint32_t>(units(length, encoding));
    start += length;
  }
  return position;
}

} // namespace

std::size_t to_offset(std::string_view text, protocol::Position position, PositionEncoding encoding) {
  return offset_of(LineIndex(text), position, encoding);
}

protocol::Position to_position(std::string_view text, std::size_t offset, PositionEncoding encoding) {
  return position_of(LineIndex(text), offset, encoding);
}

protocol::Range to_range(const LineIndex& lines, const Place& place, PositionEncoding encoding) {
  const std::string_view text = lines.text();
  if (place.line == 0) {
    return {{0, 0}, position_of(lines, end_of_line(text, 0), encoding)};
  }
  const std::size_t begin = byte_at(lines, place.line, place.column);
  std::size_t end = place.end_line == 0 ? begin : byte_at(lines, place.end_line, place.end_column);
  if (end <= begin) {
    end = end_of_word(text, begin);
  }
  return {position_of(lines, begin, encoding), position_of(lines, end, encoding)};
}

protocol::Range to_range(std::string_view text, const Place& place, PositionEncoding encoding) {
  return to_range(LineIndex(text), place, encoding);
}

Place to_place(std::string_view text, const std::string& path, const protocol::Range& range,
               PositionEncoding encoding) {
  const LineIndex lines(text);
  const auto column_of = [&](protocol::Position position) {
    return static_cast<unsigned>(offset_of(lines, position, encoding) - lines.start_of(position.line)) + 1;
  };
  return {path, range.start.line + 1, column_of(range.start), range.end.line + 1, column_of(range.end)};
}

} // namespace vouch::server
