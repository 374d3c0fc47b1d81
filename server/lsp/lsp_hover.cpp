#include "server/lsp/lsp_hover.hpp"

#include "server/lsp/lsp_code_lens.hpp"
#include "server/support/source_scan.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace vouch::server {

namespace {

using protocol::Hover;
using protocol::Position;
using protocol::Range;

constexpr std::size_t most_values = 5;
constexpr std::size_t most_objects = 5; ///< that a pointer may lead to

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

struct Word {
  std::string text;
  Range range;
};

Word word_at(const Document& document, Position position, protocol::PositionEncoding encoding) {
  const std::string& text = document.text;
  std::size_t begin = to_offset(text, position, encoding);
  std::size_t end = begin;
  while (begin > 0 && is_word_character(text[begin - 1])) {
    --begin;
  }
  while (end < text.size() && is_word_character(text[end])) {
    ++end;
  }
  return {text.substr(begin, end - begin), {to_position(text, begin, encoding), to_position(text, end, encoding)}};
}

std::string code_block(const std::string& code) { return "```c\n" + code + "\n```\n"; }

/// One expression per line under a heading; nothing without expressions.
std::string section(const char* heading, const std::vector<std::string>& expressions) {
  return expressions.empty()
             ? std::string()
             : fmt::format("\n{}\n{}", heading, code_block(fmt::format("{}", fmt::join(expressions, "\n"))));
}

/// Facts of a version that is gone are shown as such.
std::string warning_if_stale(const DocumentStatus& status) {
  const bool is_current = status.state == VerificationState::Finished || status.is_partial;
  return is_current ? "" : "\n*As of the last verification; the code has changed or is being verified again.*\n";
}

std::string rests_on(const DocumentStatus& status, const VerifiedFunction& function) {
  std::string text;
  // Of a run that goes on it is not yet known what each proof needs.
  const std::vector<std::string>& assumptions =
      function.assumptions.empty() ? status.verified.assumptions : function.assumptions;
  if (function.verdict == Verdict::Safe && !assumptions.empty()) {
    text = "\nrests on:\n";
    for (const std::string& assumption : assumptions) {
      text += "- " + assumption + "\n";
    }
  }
  return text;
}

std::string about_function(const DocumentStatus& status, const VerifiedFunction& function) {
  return fmt::format("**`{}`**: {}\n", function.name, describe(status, function)) +
         section("requires", function.summary.requirements) + section("ensures", function.summary.guarantees) +
         section("changes", function.summary.changes) + section("follows the values of", function.summary.followed) +
         rests_on(status, function) + warning_if_stale(status);
}

/// Where a fact about a function's code comes from.
std::string origin(const DocumentStatus& status, const std::string& function) {
  const auto found = std::ranges::find(status.verified.functions, function, &VerifiedFunction::name);
  const bool is_cached = found != status.verified.functions.end() && found->from_cache;
  return is_cached ? "\n*From the proof of `" + function + "` in the cache.*\n"
                   : "\n*From the proof of `" + function + "`.*\n";
}

std::string about_loop(const DocumentStatus& status, const std::vector<const VerifiedLoop*>& loops) {
  std::vector<std::string> expressions;
  std::ranges::transform(loops, std::back_inserter(expressions), [](const VerifiedLoop* loop) { return loop->text; });
  return section("holds whenever the loop's condition is evaluated", expressions) +
         origin(status, loops.front()->function) + warning_if_stale(status);
}

/// What the run's steps in that line say of the variable.
std::string values_in(const VerifiedTrace& trace, const std::string& variable, std::uint32_t line) {
  std::vector<std::string> values;
  for (const VerifiedStep& step : trace.steps) {
    for (const auto& [name, value] : step.values) {
      const bool is_new = values.empty() || values.back() != value;
      if (step.range.start.line == line && name == variable && is_new) {
        values.push_back(value);
      }
    }
  }
  if (values.empty()) {
    return {};
  }
  const bool is_long = values.size() > most_values;
  if (is_long) {
    values.erase(values.begin(), values.end() - most_values);
  }
  return fmt::format("\nin the run that fails: `{} = {}{}`\n", variable, is_long ? "…, " : "",
                     fmt::join(values, ", then "));
}

/// Whether `code` has the word, `count` in `ring->count`.
bool mentions(std::string_view code, const std::string& word) {
  return find_word(code, word) != std::string_view::npos;
}

/// Where a pointer of that name may lead.
std::string about_pointer(const VerifiedFunction& function, const std::string& variable, Position position) {
  const VerifiedPointer* innermost = nullptr;
  for (const VerifiedPointer& pointer : function.pointers) {
    if (pointer.name == variable && contains(pointer.scope, position)) {
      innermost = &pointer; // those further outside come before
    }
  }
  if (innermost == nullptr) {
    return {};
  }
  std::vector<std::string> objects(innermost->objects.begin(),
                                   innermost->objects.begin() +
                                       static_cast<std::ptrdiff_t>(std::min(most_objects, innermost->objects.size())));
  if (innermost->objects.size() > most_objects) {
    objects.push_back(fmt::format("{} others", innermost->objects.size() - most_objects));
  }
  if (objects.empty()) {
    return innermost->leads_elsewhere ? "\nwhere it leads is not known\n" : "\nleads to no object\n";
  }
  return fmt::format("\nmay lead to {}{}; nothing else, but for null\n", fmt::join(objects, ", "),
                     innermost->leads_elsewhere ? ", or to objects of which nothing is known" : "");
}

std::string about_check(const VerifiedCheck& check) {
  switch (check.state) {
  case CheckState::Proved: {
    std::string never = check.message;
    if (const std::size_t can = never.rfind(" can "); can != std::string::npos) {
      never.replace(can, 5, " cannot ");
      return "proved: " + never;
    }
    return "proved never to happen: " + never;
  }
  case CheckState::LeftToCallers:
    return "up to callers: " + check.message;
  case CheckState::Violated:
    return "refuted: " + check.message;
  case CheckState::Open:
  case CheckState::NotReached:
    break;
  }
  return "not decided whether " + check.message;
}

/// What has been proved, or not, in this line of expressions with the variable, and what is taken for granted of it.
std::string about_checks(const VerifiedFunction& function, const std::string& variable, Position position) {
  std::vector<std::string> lines;
  for (const VerifiedCheck& check : function.check_list) {
    if (check.range.start.line == position.line && mentions(check.message, variable) &&
        check.state != CheckState::NotReached) {
      lines.push_back("- " + about_check(check));
    }
  }
  for (const std::string& precondition : function.preconditions) {
    if (mentions(precondition, variable)) {
      lines.push_back("- assumed of callers: " + precondition);
    }
  }
  return lines.empty() ? std::string() : fmt::format("\n{}\n", fmt::join(lines, "\n"));
}

std::string about_variable(const DocumentStatus& status, const std::string& variable, Position position,
                           std::string_view selected) {
  std::string text;
  const VerifiedFunction* function = function_at(status.verified, position);
  if (function != nullptr) {
    for (const VerifiedLoop& loop : status.verified.loops) {
      const auto is_meant = [&](const std::string& name) { return mentions(name, variable); };
      if (loop.function == function->name && std::ranges::any_of(loop.variables, is_meant)) {
        text += fmt::format("\nat the loop in line {}\n{}", loop.range.start.line + 1, code_block(loop.text));
      }
    }
    text += about_checks(*function, variable, position) + about_pointer(*function, variable, position);
    if (!text.empty()) {
      text += origin(status, function->name) + warning_if_stale(status);
    }
  }
  if (const VerifiedTrace* trace = trace_with(status.verified, selected)) {
    text += values_in(*trace, variable, position.line);
  }
  return text;
}

} // namespace

std::optional<Hover> hover(const DocumentStatus& status, const Document& document, Position position,
                           protocol::PositionEncoding encoding, std::string_view selected) {
  const Word word = word_at(document, position, encoding);
  const auto named = std::ranges::find(status.verified.functions, word.text, &VerifiedFunction::name);
  if (named != status.verified.functions.end()) {
    return Hover{about_function(status, *named), word.range};
  }
  std::vector<const VerifiedLoop*> loops;
  for (const VerifiedLoop& loop : status.verified.loops) {
    const bool is_keyword = (word.text == "while" || word.text == "for") && loop.range.start.line == position.line;
    if (is_keyword) {
      loops.push_back(&loop);
    }
  }
  if (!loops.empty()) {
    return Hover{about_loop(status, loops), word.range};
  }
  if (word.text.empty()) {
    return std::nullopt;
  }
  std::string text = about_variable(status, word.text, position, selected);
  return text.empty() ? std::nullopt : std::optional(Hover{std::move(text), word.range});
}

} // namespace vouch::server
