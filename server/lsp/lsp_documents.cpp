#include "server/lsp/lsp_documents.hpp"

#include "server/support/source_texts.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <utility>

namespace vouch::server {

DocumentKind kind_of(const Document& document) {
  if (document.path.empty()) {
    return DocumentKind::Other;
  }
  if (document.path.ends_with(".h")) {
    return DocumentKind::Header; // whatever the client takes its language for: many say C++
  }
  return document.language_id == "c" ? DocumentKind::Source : DocumentKind::Other;
}

bool is_as_on_disk(const Document& document) { return SourceTexts({}).text_of(document.path) == document.text; }

AppliedEdit apply(std::string& text, const protocol::TextDocumentContentChangeEvent& change,
                  protocol::PositionEncoding encoding) {
  std::size_t begin = 0;
  std::size_t end = text.size();
  std::size_t new_end = change.text.size();
  if (change.range) {
    begin = to_offset(text, change.range->start, encoding);
    end = to_offset(text, change.range->end, encoding);
    if (end < begin) {
      std::swap(begin, end);
    }
    new_end = begin + change.text.size();
  }
  std::string result = text.substr(0, begin) + change.text + text.substr(end);
  if (!change.range) {
    const auto is_inside_character = [](const std::string& where, std::size_t at) {
      return at < where.size() && (static_cast<unsigned char>(where[at]) & 0xC0U) == 0x80U;
    };
    begin = static_cast<std::size_t>(std::ranges::mismatch(text, result).in1 - text.begin());
    while (begin > 0 && is_inside_character(text, begin)) {
      --begin;
    }
    while (end > begin && new_end > begin && text[end - 1] == result[new_end - 1]) {
      --end;
      --new_end;
    }
    while (is_inside_character(text, end)) {
      ++end;
      ++new_end;
    }
  }
  const AppliedEdit edit{{to_position(text, begin, encoding), to_position(text, end, encoding)},
                         to_position(result, new_end, encoding)};
  text = std::move(result);
  return edit;
}

std::map<std::string, std::string> contents_by_path(const Documents& documents) {
  std::map<std::string, std::string> contents;
  for (const auto& [uri, document] : documents) {
    if (!document.path.empty()) {
      contents[document.path] = document.text;
    }
  }
  return contents;
}

} // namespace vouch::server
