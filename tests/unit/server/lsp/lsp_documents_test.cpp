#include "server/lsp/lsp_documents.hpp"

#include <gtest/gtest.h>
#include <random>

namespace vouch::server {
namespace {

using protocol::PositionEncoding;
using protocol::Range;

std::string edited(std::string text, std::optional<Range> range, const char* by,
                   PositionEncoding encoding = PositionEncoding::Utf16) {
  apply(text, {range, by}, encoding);
  return text;
}

TEST(Documents, ChangesInsertReplaceAndDelete) {
  EXPECT_EQ(edited("abc\ndef\n", Range{{1, 1}, {1, 1}}, "X"), "abc\ndXef\n");
  EXPECT_EQ(edited("abc\ndef\n", Range{{0, 2}, {1, 1}}, ""), "abef\n");
  EXPECT_EQ(edited("abc\ndef\n", Range{{0, 0}, {2, 0}}, "new"), "new");
  EXPECT_EQ(edited("abc\ndef\n", Range{{2, 0}, {2, 0}}, "end"), "abc\ndef\nend");
  EXPECT_EQ(edited("abc", std::nullopt, "all"), "all");
}

TEST(Documents, ChangesCountInTheNegotiatedEncoding) {
  EXPECT_EQ(edited("😀é!", Range{{0, 3}, {0, 4}}, "?", PositionEncoding::Utf16), "😀é?");
  EXPECT_EQ(edited("😀é!", Range{{0, 6}, {0, 7}}, "?", PositionEncoding::Utf8), "😀é?");
  EXPECT_EQ(edited("😀é!", Range{{0, 2}, {0, 3}}, "?", PositionEncoding::Utf32), "😀é?");
}

TEST(Documents, ChangesOutsideTheTextAreClamped) {
  EXPECT_EQ(edited("abc", Range{{0, 1}, {7, 7}}, "X"), "aX");
  EXPECT_EQ(edited("abc", Range{{9, 9}, {9, 9}}, "X"), "abcX");
  EXPECT_EQ(edited("abc", Range{{0, 2}, {0, 1}}, "X"), "aXc") << "a range the wrong way round";
}

/// Lines of characters, edited the slow way: what every incremental edit must agree with.
struct Reference {
  std::vector<std::u32string> lines = {U""};

  void edit(Range range, const std::u32string& by) {
    std::u32string replacement = lines[range.start.line].substr(0, range.start.character) + by;
    replacement += lines[range.end.line].substr(range.end.character);
    std::vector<std::u32string> parts = {U""};
    for (const char32_t c : replacement) {
      if (c == U'\n') {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    }
    lines.erase(lines.begin() + range.start.line, lines.begin() + range.end.line + 1);
    lines.insert(lines.begin() + range.start.line, parts.begin(), parts.end());
  }

  std::string utf8() const {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += i == 0 ? "" : "\n";
      for (const char32_t c : lines[i]) {
        text += c == U'😀' ? "😀" : c == U'é' ? "é" : std::string(1, static_cast<char>(c));
      }
    }
    return text;
  }

  /// The position in units of `encoding` of the character at `position`.
  protocol::Position encoded(protocol::Position position, PositionEncoding encoding) const {
    protocol::Position result{position.line, 0};
    for (const char32_t c : lines[position.line].substr(0, position.character)) {
      const std::uint32_t utf8 = c == U'😀' ? 4 : c == U'é' ? 2 : 1;
      const std::uint32_t utf16 = c == U'😀' ? 2 : 1;
      result.character += encoding == PositionEncoding::Utf8 ? utf8 : encoding == PositionEncoding::Utf16 ? utf16 : 1;
    }
    return result;
  }
};

TEST(Documents, RandomEditsAgreeWithASlowReference) {
  std::mt19937 random(11);
  const auto below = [&random](std::size_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  for (const PositionEncoding encoding : {PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32}) {
    Reference reference;
    std::string text;
    for (int i = 0; i < 2000; ++i) {
      const auto any_position = [&] {
        const std::uint32_t line = below(reference.lines.size());
        return protocol::Position{line, below(reference.lines[line].size() + 1)};
      };
      Range range{any_position(), any_position()};
      if (range.end < range.start) {
        std::swap(range.start, range.end);
      }
      std::u32string by;
      for (std::uint32_t j = below(5); j > 0; --j) {
        by += U"ab\né😀"[below(5)];
      }
      Reference inserted;
      inserted.edit({}, by);
      apply(text,
            {Range{reference.encoded(range.start, encoding), reference.encoded(range.end, encoding)}, inserted.utf8()},
            encoding);
      reference.edit(range, by);
      ASSERT_EQ(text, reference.utf8()) << "after edit " << i;
    }
  }
}

TEST(Documents, WhatIsVerified) {
  const auto kind = [](const char* path, const char* language) {
    Document document;
    document.path = path;
    document.language_id = language;
    return kind_of(document);
  };
  EXPECT_EQ(kind("/a.c", "c"), DocumentKind::Source);
  EXPECT_EQ(kind("/a.i", "c"), DocumentKind::Source);
  EXPECT_EQ(kind("/a.h", "c"), DocumentKind::Header);
  EXPECT_EQ(kind("/a.h", "cpp"), DocumentKind::Header);
  EXPECT_EQ(kind("/a.cpp", "cpp"), DocumentKind::Other);
  EXPECT_EQ(kind("", "c"), DocumentKind::Other);
}

} // namespace
} // namespace vouch::server
