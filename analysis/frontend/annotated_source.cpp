#include "analysis/frontend/annotated_source.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/file_tokens.hpp"
#include "analysis/frontend/statement_walk.hpp"
#include "analysis/frontend/witness_expressions.hpp"

#include <algorithm>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <memory>
#include <optional>

namespace vouch::frontend {
namespace {

/// A token of an annotation and where it stands in its file.
struct SourceToken {
  std::string text;
  clang::Token token;
  unsigned begin = 0;
  unsigned end = 0;
};
using SourceTokens = std::vector<SourceToken>;

/// The operators that C doesn't have, from the tokens that it makes of them.
void join_operators(SourceTokens& tokens) {
  static const std::vector<std::vector<std::string>> operators = {{"<=", "=", ">"}, {"==", ">"}, {"^", "^"}};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_word = tokens[i].text == "\\" && i + 1 < tokens.size() && tokens[i + 1].begin == tokens[i].end;
    std::size_t length = is_word ? 2 : 1;
    for (const std::vector<std::string>& parts : operators) {
      bool matches = length == 1 && i + parts.size() <= tokens.size();
      for (std::size_t k = 0; matches && k < parts.size(); ++k) {
        matches = tokens[i + k].text == parts[k] && (k == 0 || tokens[i + k].begin == tokens[i + k - 1].end);
      }
      length = matches ? parts.size() : length;
    }
    for (std::size_t k = 1; k < length; ++k) {
      tokens[i].text += tokens[i + k].text;
      tokens[i].end = tokens[i + k].end;
    }
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                 tokens.begin() + static_cast<std::ptrdiff_t>(i + length));
  }
}

bool is_assertion(const std::string& word) { return word == "assert" || word == "check"; }

/// The formulas of `assert P; check name: Q;`. Empty if the comment begins with something else.
std::vector<SourceTokens> asserted(const SourceTokens& tokens) {
  std::vector<SourceTokens> formulas;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool begins = is_assertion(tokens[i].text) && (i == 0 || tokens[i - 1].text == ";");
    if (begins) {
      formulas.emplace_back();
    } else if (formulas.empty()) {
      return {};
    } else {
      formulas.back().push_back(tokens[i]);
    }
  }
  for (SourceTokens& formula : formulas) {
    if (!formula.empty() && formula.back().text == ";") {
      formula.pop_back();
    }
    if (formula.size() > 2 && formula[1].text == ":" && formula[0].token.is(clang::tok::raw_identifier)) {
      formula.erase(formula.begin(), formula.begin() + 2); // its name
    }
  }
  return formulas;
}

/// Where statements may begin: by the offset of each comment of a file, what is wrong with its place.
std::map<unsigned, std::string> places_of_comments(FileTokens tokens) {
  std::map<unsigned, std::string> result;
  std::vector<unsigned> open; ///< comments since the last other token
  std::vector<std::string> brackets;
  std::string before;
  bool is_directive = false;
  const auto is_fit = [&] {
    return !is_directive && !brackets.empty() && brackets.back() == "{" &&
           (before == ";" || before == "{" || before == "}" || before == ":");
  };
  while (const std::optional<clang::Token> token = tokens.next()) {
    const std::string text(tokens.text_of(*token));
    if (token->is(clang::tok::comment)) {
      is_directive = is_directive && !token->isAtStartOfLine();
      const unsigned offset = tokens.offset_of(*token);
      result[offset] = is_fit() ? "" : "no statement can begin there";
      open.push_back(offset);
      continue;
    }
    is_directive = token->isAtStartOfLine() ? text == "#" : is_directive;
    if (is_directive) {
      continue;
    }
    for (const unsigned offset : open) {
      if (text == "else") {
        result[offset] = "no statement can end there";
      }
    }
    open.clear();
    if (text == "(" || text == "[" || text == "{") {
      brackets.push_back(text);
    } else if ((text == ")" || text == "]" || text == "}") && !brackets.empty()) {
      brackets.pop_back();
    }
    before = text;
  }
  return result;
}

Message not_checked(const TranslatedComment& comment, const std::string& reason) {
  return {MessageSeverity::Warning, comment.place, "the annotation \"" + comment.text + "\" is not checked: " + reason};
}

class AnnotationHandler : public clang::CommentHandler {
public:
  AnnotationHandler(Annotations& annotations, std::string shown_path)
      : annotations_(annotations), shown_path_(std::move(shown_path)) {}

  bool HandleComment(clang::Preprocessor& preprocessor, clang::SourceRange range) override {
    const clang::SourceManager& manager = preprocessor.getSourceManager();
    const auto [file, begin] = manager.getDecomposedLoc(range.getBegin());
    const unsigned end = manager.getFileOffset(range.getEnd());
    const llvm::StringRef text = manager.getBufferData(file).slice(begin, end);
    if (!(text.starts_with("//@") || text.starts_with("/*@")) || manager.isInSystemHeader(range.getBegin())) {
      return false;
    }
    const std::vector<SourceTokens> formulas = asserted(tokens_of(preprocessor, file, begin + 3, text));
    const CommentPlace place(manager.getFilename(range.getBegin()).str(), begin);
    if (formulas.empty() || annotations_.left_out.contains(place)) {
      return false;
    }
    const TranslatedComment comment{end, shown_place(manager, range), shown_in_a_message(text)};
    const auto refuse = [&](const std::string& reason) {
      annotations_.left_out.emplace(place, not_checked(comment, reason));
      return false;
    };
    if (const std::string& obstacle = place_of(preprocessor, file, begin); !obstacle.empty()) {
      return refuse(obstacle);
    }
    std::vector<clang::Token> statement;
    declare_marks(preprocessor, range.getBegin(), statement);
    for (const SourceTokens& formula : formulas) {
      std::vector<std::string> texts;
      std::ranges::transform(formula, std::back_inserter(texts), &SourceToken::text);
      const Result<std::vector<AnnotationToken>> translated = translated_annotation(texts);
      if (!translated) {
        return refuse(translated.error().message + " is not understood");
      }
      for (const AnnotationToken& token : *translated) {
        const SourceToken& origin = formula[token.origin];
        statement.push_back(token.text == origin.text ? as_written(preprocessor, origin)
                                                      : made(preprocessor, token.text, origin.token.getLocation()));
      }
    }
    statement.push_back(made(preprocessor, "}", formulas.back().back().token.getLocation()));
    annotations_.translated.emplace(place, comment);
    auto tokens = std::make_unique<clang::Token[]>(statement.size());
    std::ranges::copy(statement, tokens.get());
    preprocessor.EnterTokenStream(std::move(tokens), statement.size(), /*DisableMacroExpansion=*/false,
                                  /*IsReinject=*/false);
    return true;
  }

private:
  static SourceTokens tokens_of(clang::Preprocessor& preprocessor, clang::FileID file, unsigned begin,
                                llvm::StringRef comment) {
    const unsigned end = begin - 3 + static_cast<unsigned>(comment.size()) - (comment.starts_with("/*") ? 2 : 0);
    FileTokens tokens(preprocessor.getSourceManager(), preprocessor.getLangOpts(), file, begin);
    SourceTokens result;
    while (const std::optional<clang::Token> token = tokens.next()) {
      const unsigned offset = tokens.offset_of(*token);
      if (offset >= end) {
        break;
      }
      std::string text(tokens.text_of(*token));
      if (text != "@" && token->isNot(clang::tok::comment)) {
        result.push_back({std::move(text), *token, offset, offset + token->getLength()});
      }
    }
    join_operators(result);
    return result;
  }

  const std::string& place_of(clang::Preprocessor& preprocessor, clang::FileID file, unsigned offset) {
    auto known = places_.find(file);
    if (known == places_.end()) {
      known = places_
                  .emplace(file, places_of_comments(
                                     FileTokens(preprocessor.getSourceManager(), preprocessor.getLangOpts(), file)))
                  .first;
    }
    return known->second[offset];
  }

  /// `{ extern int __vouch_annotated(int); extern void __vouch_annotated_assert(int);`
  static void declare_marks(clang::Preprocessor& preprocessor, clang::SourceLocation location,
                            std::vector<clang::Token>& tokens) {
    for (const char* text : {"{", "extern", "int", annotated_function, "(", "int", ")", ";", "extern", "void",
                             annotated_assert_function, "(", "int", ")", ";"}) {
      tokens.push_back(made(preprocessor, text, location));
    }
  }

  /// As the preprocessor would have lexed it.
  static clang::Token as_written(clang::Preprocessor& preprocessor, const SourceToken& origin) {
    clang::Token token = origin.token;
    if (token.is(clang::tok::raw_identifier)) {
      preprocessor.LookUpIdentifierInfo(token);
    }
    return token;
  }

  /// `text` outlives the tokens if it is a literal of this program; numbers are.
  static clang::Token made(clang::Preprocessor& preprocessor, const std::string& text, clang::SourceLocation location) {
    clang::Token token;
    token.startToken();
    token.setLocation(location);
    token.setLength(static_cast<unsigned>(text.size()));
    if (text == "0" || text == "1") {
      token.setKind(clang::tok::numeric_constant);
      token.setLiteralData(text == "0" ? "0" : "1");
      return token;
    }
    static const std::map<std::string, clang::tok::TokenKind, std::less<>> punctuators = {
        {"{", clang::tok::l_brace},       {"}", clang::tok::r_brace},     {"(", clang::tok::l_paren},
        {")", clang::tok::r_paren},       {";", clang::tok::semi},        {",", clang::tok::comma},
        {":", clang::tok::colon},         {"!", clang::tok::exclaim},     {"=", clang::tok::equal},
        {"+", clang::tok::plus},          {"++", clang::tok::plusplus},   {"*", clang::tok::star},
        {"<", clang::tok::less},          {"<=", clang::tok::lessequal},  {">", clang::tok::greater},
        {">=", clang::tok::greaterequal}, {"==", clang::tok::equalequal}, {"!=", clang::tok::exclaimequal},
        {"&&", clang::tok::ampamp},       {"||", clang::tok::pipepipe}};
    if (const auto punctuator = punctuators.find(text); punctuator != punctuators.end()) {
      token.setKind(punctuator->second);
      return token;
    }
    clang::IdentifierInfo* name = preprocessor.getIdentifierInfo(text);
    token.setIdentifierInfo(name);
    token.setKind(name->getTokenID());
    return token;
  }

  [[nodiscard]] vouch::Place shown_place(const clang::SourceManager& manager, clang::SourceRange range) const {
    const auto [file, begin] = manager.getDecomposedLoc(range.getBegin());
    const unsigned end = manager.getFileOffset(range.getEnd());
    return {file == manager.getMainFileID() ? shown_path_ : manager.getFilename(range.getBegin()).str(),
            manager.getLineNumber(file, begin), manager.getColumnNumber(file, begin), manager.getLineNumber(file, end),
            manager.getColumnNumber(file, end)};
  }

  Annotations& annotations_;
  std::string shown_path_;
  std::map<clang::FileID, std::map<unsigned, std::string>> places_;
};

/// The translated comment that the place is in; null: none.
const std::pair<const CommentPlace, TranslatedComment>* comment_around(const CommentPlace& place,
                                                                       const Annotations& annotations) {
  const auto behind = annotations.translated.upper_bound(place);
  if (behind == annotations.translated.begin()) {
    return nullptr;
  }
  const auto candidate = std::prev(behind);
  return candidate->first.first == place.first && place.second < candidate->second.end ? &*candidate : nullptr;
}

/// Why the expression is another one in C than in mathematics, where no check says so; empty if it is none.
std::string difference_of(const clang::Stmt* part) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(part);
  if (expression == nullptr) {
    return "";
  }
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  const bool computes = operation != nullptr && !operation->isComparisonOp() && !operation->isLogicalOp();
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
  if ((computes && expression->getType()->isFloatingType()) ||
      (cast != nullptr && cast->getCastKind() == clang::CK_IntegralToFloating)) {
    return "computes with floating-point numbers, which are real ones there";
  }
  const bool is_shift = operation != nullptr && operation->getOpcode() == clang::BO_Shl;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const bool is_negation =
      unary != nullptr && (unary->getOpcode() == clang::UO_Minus || unary->getOpcode() == clang::UO_Not);
  return (is_shift || is_negation) && expression->getType()->isUnsignedIntegerType()
             ? "may wrap around, as integers do not there"
             : "";
}

std::string difference_in(const clang::Stmt* part) {
  std::string difference = difference_of(part);
  for (const clang::Stmt* child : part->children()) {
    if (difference.empty() && child != nullptr) {
      difference = difference_in(child);
    }
  }
  return difference;
}

const clang::Expr* argument_of(const clang::Expr* expression, std::initializer_list<llvm::StringRef> names) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl* callee = call != nullptr ? direct_callee(call) : nullptr;
  const bool is_mark = callee != nullptr && callee->getIdentifier() != nullptr && call->getNumArgs() == 1 &&
                       llvm::is_contained(names, callee->getName());
  return is_mark ? call->getArg(0) : nullptr;
}

} // namespace

std::string shown_in_a_message(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::string line = llvm::StringRef(text.substr(0, text.find('\n'))).trim().str();
  return line.size() <= longest ? line : line.substr(0, longest - 3) + "...";
}

std::unique_ptr<clang::CommentHandler> annotation_handler(Annotations& annotations, std::string shown_path) {
  return std::make_unique<AnnotationHandler>(annotations, std::move(shown_path));
}

std::map<CommentPlace, Message> objectionable(const clang::ASTContext& context, const Annotations& annotations) {
  std::map<CommentPlace, Message> found;
  if (annotations.translated.empty()) {
    return found;
  }
  const clang::SourceManager& manager = context.getSourceManager();
  const auto object = [&](clang::SourceLocation place, const std::string& objection) {
    const clang::SourceLocation location = manager.getFileLoc(place);
    const auto* comment =
        comment_around({manager.getFilename(location).str(), manager.getFileOffset(location)}, annotations);
    if (comment != nullptr) {
      found.emplace(comment->first, not_checked(comment->second, "it " + objection));
    }
  };
  for_each_statement(context.getTranslationUnitDecl(), [&](const clang::Stmt* statement) {
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* declaration : declarations->decls()) {
        const auto* counter = llvm::dyn_cast<clang::VarDecl>(declaration);
        if (counter != nullptr && !counter->getType()->isIntegerType()) {
          object(counter->getLocation(), "counts what is no integer");
        }
      }
    }
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    const clang::Expr* condition =
        expression != nullptr ? argument_of(expression, {annotated_function, annotated_assert_function}) : nullptr;
    if (condition == nullptr) {
      return;
    }
    std::string objection = effect_in(condition);
    objection = objection.empty() ? difference_in(condition) : objection;
    if (!objection.empty()) {
      object(expression->getBeginLoc(), objection);
    }
  });
  return found;
}

std::map<CommentPlace, Message> erroneous(const std::vector<SourceError>& errors, const Annotations& annotations) {
  std::map<CommentPlace, Message> found;
  for (const SourceError& error : errors) {
    if (const auto* comment = comment_around(error.place, annotations)) {
      found.emplace(comment->first, not_checked(comment->second, error.text));
    }
  }
  if (found.empty() && !errors.empty()) {
    for (const auto& [place, comment] : annotations.translated) {
      found.emplace(place, not_checked(comment, "the file does not compile with it"));
    }
  }
  return found;
}

const clang::Expr* argument_of_annotation(const clang::Expr* expression) {
  return argument_of(expression, {annotated_function});
}

} // namespace vouch::frontend
