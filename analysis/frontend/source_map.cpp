#include "analysis/frontend/source_map.hpp"

#include <cctype>
#include <clang/Lex/Lexer.h>
#include <utility>

namespace vouch::frontend {
namespace {

constexpr std::size_t longest_text = 200;

std::string on_one_line(llvm::StringRef text) {
  std::string result;
  bool pending_space = false;
  for (char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      pending_space = !result.empty();
      continue;
    }
    if (pending_space) {
      result.push_back(' ');
      pending_space = false;
    }
    result.push_back(c);
    if (result.size() >= longest_text) {
      return result + "...";
    }
  }
  return result;
}

} // namespace

SourceMap::SourceMap(const clang::SourceManager& manager, const clang::LangOptions& language, std::string main_path)
    : manager_(manager), language_(language), main_path_(std::move(main_path)), own_end_(manager.getNextLocalOffset()) {
}

bool SourceMap::is_before(clang::SourceLocation earlier, clang::SourceLocation later) const {
  return earlier.isValid() && later.isValid() && manager_.isBeforeInTranslationUnit(earlier, later);
}

bool SourceMap::is_in_own_unit(clang::SourceLocation location) const {
  return location.isInvalid() || manager_.isBeforeInSLocAddrSpace(location, own_end_);
}

clang::CharSourceRange SourceMap::characters(clang::SourceRange tokens) const {
  auto in_file = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(tokens), manager_, language_);
  if (in_file.isValid()) {
    return in_file;
  }
  return clang::Lexer::makeFileCharRange(manager_.getExpansionRange(tokens), manager_, language_);
}

SourceRange SourceMap::range(clang::SourceRange tokens) const {
  return tokens.isValid() ? convert(characters(tokens)) : SourceRange();
}

SourceRange SourceMap::expansion_range(clang::SourceRange tokens) const {
  if (tokens.isInvalid()) {
    return {};
  }
  return convert(clang::Lexer::makeFileCharRange(manager_.getExpansionRange(tokens), manager_, language_));
}

std::string SourceMap::text(clang::SourceRange tokens) const {
  if (tokens.isInvalid()) {
    return {};
  }
  return on_one_line(clang::Lexer::getSourceText(characters(tokens), manager_, language_));
}

bool SourceMap::is_in_main_file(clang::SourceLocation location) const {
  return location.isValid() && manager_.getFileID(manager_.getExpansionLoc(location)) == manager_.getMainFileID();
}

SourceRange SourceMap::convert(clang::CharSourceRange characters) const {
  if (characters.isInvalid()) {
    return {};
  }
  auto [file, begin] = manager_.getDecomposedLoc(characters.getBegin());
  unsigned end = manager_.getFileOffset(characters.getEnd());
  auto position = [&](unsigned offset) {
    return SourcePosition{manager_.getLineNumber(file, offset), manager_.getColumnNumber(file, offset)};
  };
  return {path(file), position(begin), position(end)};
}

std::shared_ptr<const std::string> SourceMap::path(clang::FileID file) const {
  auto& cached = paths_[file];
  if (!cached) {
    if (file == manager_.getMainFileID()) {
      cached = std::make_shared<const std::string>(main_path_);
    } else {
      auto entry = manager_.getFileEntryRefForID(file);
      cached = std::make_shared<const std::string>(entry ? entry->getName().str() : "<built-in>");
    }
  }
  return cached;
}

} // namespace vouch::frontend
