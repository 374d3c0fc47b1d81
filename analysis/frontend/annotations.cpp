#include "analysis/frontend/annotations.hpp"

#include "analysis/frontend/file_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <clang/Basic/SourceManager.h>
#include <optional>
#include <string_view>

namespace vouch::frontend {
namespace {

/// With which annotations begin that claim or demand something, in ACSL, VeriFast and VCC.
constexpr std::array<std::string_view, 41> claiming_words = {
    "admit",     "allocates",  "assert",   "assigns",   "assume",    "assumes",   "axiom",   "axiomatic", "behavior",
    "breaks",    "check",      "complete", "continues", "decreases", "disjoint",  "ensures", "exits",     "expects",
    "for",       "frees",      "ghost",    "global",    "inductive", "invariant", "lemma",   "logic",     "loop",
    "maintains", "model",      "modifies", "post",      "pre",       "predicate", "reads",   "requires",  "returns",
    "strong",    "terminates", "type",     "weak",      "writes"};

/// Attributes that claim something.
constexpr std::array<std::string_view, 8> claiming_attributes = {"assert", "assume",    "ensures", "expects",
                                                                 "post",   "invariant", "pre",     "requires"};

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::string_view without_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

std::string_view first_word(std::string_view text) {
  const auto end = std::ranges::find_if(
      text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '\\'; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// What a comment claims, in its own words; empty if it is no annotation.
std::string_view claim_of(std::string_view comment) {
  if (!comment.starts_with("/*@") && !comment.starts_with("//@")) {
    return {};
  }
  const bool is_block = comment[1] == '*';
  comment.remove_prefix(3);
  if (is_block && comment.ends_with("*/")) {
    comment.remove_suffix(2);
  }
  const bool is_splint = is_block && comment.ends_with("@");
  if (is_splint) {
    comment.remove_suffix(1);
  }
  std::string_view claim = without_blanks(comment);
  const std::string_view word = first_word(claim);
  return contains(claiming_words, word) || (is_splint && !word.empty()) ? claim : std::string_view();
}

/// Those of the program's own files, one after the other, that contain one of `texts`.
template <class Look>
void look_at_files(const clang::ASTContext& context, std::initializer_list<llvm::StringRef> texts, const Look& look) {
  const clang::SourceManager& manager = context.getSourceManager();
  for (unsigned index = 0; index < manager.local_sloc_entry_size(); ++index) {
    const clang::SrcMgr::SLocEntry& entry = manager.getLocalSLocEntry(index);
    if (!entry.isFile()) {
      continue;
    }
    const clang::SourceLocation start = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
    const clang::FileID file = manager.getFileID(start);
    if (!file.isValid() || !manager.getFileEntryRefForID(file) || manager.isInSystemHeader(start)) {
      continue;
    }
    const llvm::StringRef content = manager.getBufferData(file);
    if (llvm::any_of(texts, [&](llvm::StringRef text) { return content.contains(text); })) {
      look(file);
    }
  }
}

/// The last tokens that are no comments, oldest first.
class LastTokens {
public:
  void add(std::string_view token) {
    std::rotate(tokens_.begin(), tokens_.begin() + 1, tokens_.end());
    tokens_.back() = token;
  }
  [[nodiscard]] bool end_with(std::initializer_list<std::string_view> expected) const {
    return std::equal(tokens_.end() - static_cast<std::ptrdiff_t>(expected.size()), tokens_.end(), expected.begin());
  }

private:
  std::array<std::string_view, 5> tokens_;
};

bool begins_claim(const LastTokens& before, std::string_view word) {
  const bool is_attribute = before.end_with({"__attribute__", "(", "("}) || before.end_with({"[", "["}) ||
                            before.end_with({"[", "[", "gnu", "::"}) || before.end_with({"[", "[", "clang", "::"});
  return (is_attribute && contains(claiming_attributes, word)) ||
         (before.end_with({"_", "("}) && contains(claiming_words, word));
}

Message message_at(const SourceMap& source, MessageSeverity severity, clang::SourceLocation location,
                   std::string text) {
  const SourceRange range = source.range(clang::SourceRange(location));
  return {severity,
          {range.path(), range.begin.line, range.begin.column, range.end.line, range.end.column},
          std::move(text)};
}

} // namespace

std::vector<Message> notes_on_annotations(const clang::ASTContext& context, const SourceMap& source,
                                          const std::set<CommentPlace>& others_than) {
  const auto place_of = [&](const clang::Token& token) {
    const clang::SourceManager& manager = context.getSourceManager();
    return CommentPlace(manager.getFilename(token.getLocation()).str(), manager.getFileOffset(token.getLocation()));
  };
  std::vector<Message> notes;
  look_at_files(context, {"/*@", "//@", "__attribute__", "[[", "_("}, [&](clang::FileID file) {
    std::optional<clang::Token> first;
    std::string claim;
    std::size_t others = 0;
    LastTokens before;
    FileTokens tokens(context.getSourceManager(), context.getLangOpts(), file);
    while (const std::optional<clang::Token> token = tokens.next()) {
      const std::string_view text = tokens.text_of(*token);
      const bool is_comment = token->is(clang::tok::comment);
      const bool is_known = is_comment && others_than.contains(place_of(*token));
      const std::string_view claimed = is_known                     ? std::string_view()
                                       : is_comment                 ? claim_of(text)
                                       : begins_claim(before, text) ? text
                                                                    : std::string_view();
      if (!claimed.empty() && first) {
        ++others;
      } else if (!claimed.empty()) {
        first = *token;
        claim = shown_in_a_message(claimed);
      }
      if (!is_comment) {
        before.add(text);
      }
    }
    if (first) {
      const std::string rest = others == 0 ? "" : " (and " + std::to_string(others) + " more in this file)";
      notes.push_back(
          message_at(source, MessageSeverity::Information, first->getLocation(),
                     "annotations are not understood: \"" + claim + "\" is neither checked nor assumed" + rest));
    }
  });
  return notes;
}

std::vector<Message> reversals_of_byte_order(const clang::ASTContext& context, const SourceMap& source) {
  std::vector<Message> found;
  look_at_files(context, {"scalar_storage_order"}, [&](clang::FileID file) {
    LastTokens before;
    FileTokens tokens(context.getSourceManager(), context.getLangOpts(), file);
    while (const std::optional<clang::Token> token = tokens.next()) {
      const std::string_view text = tokens.text_of(*token);
      const bool is_reversal =
          text == "scalar_storage_order" && (before.end_with({"#", "pragma"}) || before.end_with({"gnu", "::"}));
      if (is_reversal) {
        found.push_back(message_at(source, MessageSeverity::Error, token->getLocation(),
                                   "the byte order of structs cannot be changed in this way"));
      }
      if (token->isNot(clang::tok::comment)) {
        before.add(text);
      }
    }
  });
  return found;
}

} // namespace vouch::frontend
