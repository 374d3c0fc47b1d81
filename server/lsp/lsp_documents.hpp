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

/// Whether the text is that of the file. Reads it.
bool is_as_on_disk(const Document& document);

/// What an edit did: where `range` was there is now what ends at `new_end`.
struct AppliedEdit {
  protocol::Range range;
  protocol::Position new_end;
};

/// Applies one change to `text`. A range whose end lies before its start is taken the other way round. Of a change
/// without one, which replaces the whole text, the edit is what differs.
AppliedEdit apply(std::string& text, const protocol::TextDocumentContentChangeEvent& change,
                  protocol::PositionEncoding encoding);

/// All open documents, by URI.
using Documents = std::map<std::string, Document, std::less<>>;

/// The contents of all open files by path, for the engine.
std::map<std::string, std::string> contents_by_path(const Documents& documents);

} // namespace vouch::server
