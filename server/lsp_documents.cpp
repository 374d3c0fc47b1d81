#include "server/lsp_documents.hpp"

#include "server/to_protocol.hpp"

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

void apply(std::string& text, const protocol::TextDocumentContentChangeEvent& change,
           protocol::PositionEncoding encoding) {
  if (!change.range) {
    text = change.text;
    return;
  }
  std::size_t begin = to_offset(text, change.range->start, encoding);
  std::size_t end = to_offset(text, change.range->end, encoding);
  if (end < begin) {
    std::swap(begin, end);
  }
  text.replace(begin, end - begin, change.text);
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
