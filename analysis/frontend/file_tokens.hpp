#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <optional>
#include <string_view>

namespace vouch::frontend {

/// The tokens of a file as they stand there, comments among them, without those that are not compiled left out.
class FileTokens {
public:
  /// From `offset` on, which a token begins at. The manager must outlive the object.
  FileTokens(const clang::SourceManager& manager, const clang::LangOptions& language, clang::FileID file,
             unsigned offset = 0)
      : manager_(manager), text_(manager.getBufferData(file)),
        lexer_(manager.getLocForStartOfFile(file), language, text_.begin(), text_.begin() + offset, text_.end()) {
    lexer_.SetCommentRetentionState(true);
  }

  /// Nothing at the end.
  std::optional<clang::Token> next() {
    clang::Token token;
    lexer_.LexFromRawLexer(token);
    return token.is(clang::tok::eof) ? std::nullopt : std::optional(token);
  }

  /// In the file.
  [[nodiscard]] unsigned offset_of(const clang::Token& token) const {
    return manager_.getFileOffset(token.getLocation());
  }
  [[nodiscard]] std::string_view text_of(const clang::Token& token) const {
    return {text_.data() + offset_of(token), token.getLength()};
  }

private:
  const clang::SourceManager& manager_;
  llvm::StringRef text_;
  clang::Lexer lexer_;
};

} // namespace vouch::frontend
