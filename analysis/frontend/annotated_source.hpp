#pragma once

#include "analysis/frontend/annotation_translation.hpp"
#include "analysis/report/report.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/Lex/Preprocessor.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Comments that are assertions for verifiers (`//@ assert P;`, `/*@ check P; */`) become statements of the program: behind such
/// a comment, the parser gets the tokens of its translation, each where the annotation has it. What is no statement of C
/// there, or means something else among C's integers than among the mathematical ones, is left out and said.
namespace vouch::frontend {

/// Where a comment begins, or something in it: the file as Clang calls it, and the offset in it.
using CommentPlace = std::pair<std::string, unsigned>;

/// The first line, and not too much of it.
std::string shown_in_a_message(std::string_view text);

struct TranslatedComment {
  unsigned end = 0;   ///< the offset behind it
  vouch::Place place; ///< as users see it; frontend::Place is another one
  std::string text;   ///< on one line, and not too long
};

/// What becomes of the comments of one translation unit.
struct Annotations {
  std::map<CommentPlace, Message> left_out; ///< with what users are told; none of these is translated
  std::map<CommentPlace, TranslatedComment> translated;
};

struct SourceError {
  CommentPlace place;
  std::string text;
};

/// Translates, while a preprocessor has it, the comments that `annotations` does not leave out, and fills `annotations`, which has
/// to outlive it. `shown_path` is what users call the main file.
std::unique_ptr<clang::CommentHandler> annotation_handler(Annotations& annotations, std::string shown_path);

/// What has to be left out as well, so that the unit has to be made once more: translated comments that have an effect, or mean
/// something else in C. Nothing: none.
std::map<CommentPlace, Message> objectionable(const clang::ASTContext& context, const Annotations& annotations);

/// The same where the unit does not compile: the comments with errors in them, or all, if these are elsewhere.
std::map<CommentPlace, Message> erroneous(const std::vector<SourceError>& errors, const Annotations& annotations);

/// P of `__vouch_annotated(P)`, the condition of an annotation; null: it is none.
const clang::Expr* argument_of_annotation(const clang::Expr* expression);

} // namespace vouch::frontend
