#pragma once

#include "protocol/lsp_lifecycle.hpp"
#include "protocol/lsp_text.hpp"

#include <map>
#include <string>

namespace vouch::server {

/// An open document as the client has it.
struct Document {
  std::string uri;  ///< exactly as the client writes it
  std::string path; ///< absolute; empty if the document is not a file
  std::string language_id;
  std::int64_t version = 0;
  std::string text;
};

/// What a document is to the verifier.
enum class DocumentKind {
  Source, ///< a C file, verified on its own
  Header, ///< verified as part of the sources that include it
  Other,  ///< not C, or not a file
};

DocumentKind kind_of(const Document& document);

/// `text` after one change. A range whose end lies before its start is taken the other way round.
void apply(std::string& text, const protocol::TextDocumentContentChangeEvent& change,
           protocol::PositionEncoding encoding);

/// All open documents, by URI.
using Documents = std::map<std::string, Document, std::less<>>;

/// The contents of all open files by path, for the engine.
std::map<std::string, std::string> contents_by_path(const Documents& documents);

} // namespace vouch::server
