#include "analysis/frontend/tolerance.hpp"

#include <algorithm>
#include <clang/AST/Decl.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Lex/Lexer.h>
#include <optional>
#include <utility>

namespace vouch::frontend {
namespace {

/// Replaces `length` characters at `offset` by `text`. With `length` 0 an insertion.
struct Change {
  clang::FileID file;
  unsigned offset = 0;
  unsigned length = 0;
  std::string text;
};

std::optional<Change> blank_attribute_arguments(clang::SourceLocation location, const clang::SourceManager& manager) {
  auto [file, begin] = manager.getDecomposedLoc(manager.getFileLoc(location));
  llvm::StringRef text = manager.getBufferData(file);
  std::size_t open = text.find_first_of("(;,", begin);
  if (open == llvm::StringRef::npos || text[open] != '(') {
    return std::nullopt;
  }
  int depth = 0;
  for (std::size_t close = open; close < text.size(); ++close) {
    depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
    if (depth == 0) {
      std::string blanks = text.substr(open, close + 1 - open).str();
      std::replace_if(blanks.begin(), blanks.end(), [](char c) { return c != '\n'; }, ' ');
      return Change{file, static_cast<unsigned>(open), static_cast<unsigned>(blanks.size()), blanks};
    }
  }
  return std::nullopt;
}

/// A place at the end of a line before `offset` where a declaration can stand, so that no column changes; `offset`
/// itself if there is none close by.
unsigned end_of_earlier_line(llvm::StringRef text, unsigned offset) {
  std::size_t line_begin = text.rfind('\n', offset);
  while (line_begin != llvm::StringRef::npos && line_begin != 0) {
    std::size_t previous = text.rfind('\n', line_begin);
    previous = previous == llvm::StringRef::npos ? 0 : previous;
    llvm::StringRef line = text.substr(previous, line_begin - previous).trim();
    if (line.ends_with(";") || line.ends_with("}")) {
      return static_cast<unsigned>(line_begin);
    }
    if (!line.empty()) {
      return offset;
    }
    line_begin = previous;
  }
  return offset;
}

std::optional<Change> declare_before_use(const RepairableError& error, const clang::ASTUnit& unit) {
  const clang::SourceManager& manager = unit.getSourceManager();
  const clang::FunctionDecl* conflicting = nullptr;
  const clang::Decl* user = nullptr;
  for (const clang::Decl* declaration : unit.getASTContext().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->getLocation() == error.location) {
      conflicting = function;
    }
    clang::SourceRange range = declaration->getSourceRange();
    if (range.isValid() && !manager.isBeforeInTranslationUnit(error.note_location, range.getBegin()) &&
        !manager.isBeforeInTranslationUnit(range.getEnd(), error.note_location) && function != nullptr &&
        function->doesThisDeclarationHaveABody()) {
      user = declaration;
    }
  }
  if (conflicting == nullptr || user == nullptr) {
    return std::nullopt;
  }
  clang::FunctionTypeLoc type = conflicting->getFunctionTypeLoc();
  if (!type || conflicting->getType()->isFunctionNoProtoType()) {
    return std::nullopt;
  }
  auto prototype = clang::Lexer::getSourceText(
      clang::CharSourceRange::getTokenRange(conflicting->getBeginLoc(), type.getRParenLoc()), manager,
      unit.getLangOpts());
  auto [file, begin] = manager.getDecomposedLoc(manager.getFileLoc(user->getBeginLoc()));
  if (prototype.empty()) {
    return std::nullopt;
  }
  std::string text = " " + prototype.str() + "; ";
  std::replace(text.begin(), text.end(), '\n', ' ');
  return Change{file, end_of_earlier_line(manager.getBufferData(file), begin), 0, text};
}

} // namespace

bool is_repairable(unsigned diagnostic_id) {
  return diagnostic_id == clang::diag::err_attribute_wrong_number_arguments ||
         diagnostic_id == clang::diag::err_conflicting_types;
}

bool is_note_of_repairable(unsigned diagnostic_id) {
  return diagnostic_id == clang::diag::note_previous_implicit_declaration;
}

std::map<std::string, std::string> repaired_files(const std::vector<RepairableError>& errors,
                                                  const clang::ASTUnit& unit) {
  const clang::SourceManager& manager = unit.getSourceManager();
  std::vector<Change> changes;
  for (const RepairableError& error : errors) {
    std::optional<Change> change;
    if (error.id == clang::diag::err_attribute_wrong_number_arguments) {
      change = blank_attribute_arguments(error.location, manager);
    } else if (error.note_location.isValid()) {
      change = declare_before_use(error, unit);
    }
    if (!change) {
      return {};
    }
    changes.push_back(*std::move(change));
  }
  // From the back, so that offsets stay right.
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.offset > b.offset; });
  std::map<std::string, std::string> result;
  for (const Change& change : changes) {
    auto entry = manager.getFileEntryRefForID(change.file);
    if (!entry) {
      return {};
    }
    auto [file, is_new] = result.try_emplace(entry->getName().str());
    if (is_new) {
      file->second = manager.getBufferData(change.file).str();
    }
    file->second.replace(change.offset, change.length, change.text);
  }
  return result;
}

} // namespace vouch::frontend
