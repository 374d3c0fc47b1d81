#include "server/check/witness_instrumentation.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

namespace vouch::server {
namespace {

/// On a line of its own in front of the text.
constexpr std::string_view declarations =
    "void __vouch_assert(int, const char *); int __vouch_witness(int, int); static long vouch_segment, vouch_value; ";

/// What the front end asks about as an expression of the witness (analysis/frontend/witness_expressions.hpp).
std::string marked(std::string expression) {
  std::ranges::replace_if(expression, [](char c) { return c == '\n' || c == '\r'; }, ' '); // no place for directives
  return "__vouch_witness(" + std::to_string(expression.size()) + ", (" + expression + ") ? 1 : 0)";
}

/// Does not compile for other data models.
std::string only_in(const std::string& data_model) {
  return data_model.empty() ? ""
                            : "_Static_assert(sizeof(void *) == " + std::string(data_model == "LP64" ? "8" : "4") +
                                  ", \"the witness is about the data model " + data_model + "\"); ";
}

[[noreturn]] void cannot(const WitnessLocation& location, const std::string& why) {
  throw std::runtime_error("line " + std::to_string(location.line) + ": " + why);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// A text under instrumentation.
class Weaver {
public:
  explicit Weaver(const std::string& text) : code_(code_only(text)), edited_(text) {}

  [[nodiscard]] std::size_t offset_of(const WitnessLocation& location) const {
    const auto offset = offset_at(code_, location.line, location.column);
    if (!offset) {
      cannot(location, "the file has no such place");
    }
    return skip_blanks(code_, *offset);
  }

  /// `statement` is executed whenever control comes to the statement at the location.
  void insert_statement(const WitnessLocation& location, const std::string& statement) {
    const std::size_t at = offset_of(location);
    const auto before = last_before(code_, at);
    if (!before || std::string_view(";{}:").find(code_[*before]) != std::string_view::npos) {
      edited_.insert(at, statement + " ");
      return;
    }
    const std::size_t begin_of_word = word_beginning(*before);
    const bool is_body = code_[*before] == ')' || is_one_of(word_at(code_, begin_of_word), {"else", "do"});
    const bool is_simple = !is_one_of(word_at(code_, at), {"if", "for", "while", "do", "switch"}) && code_[at] != '{';
    const std::size_t end = code_.find(';', at);
    if (!is_body || !is_simple || end == std::string::npos) {
      cannot(location, "no statement begins there");
    }
    edited_.insert(at, "{ " + statement + " ");
    edited_.insert_closing(end + 1, " }");
  }

  /// The condition of the loop or `if` whose keyword is at the location: its beginning, and behind its end.
  struct Condition {
    std::size_t begin = 0;
    std::size_t end = 0;
    [[nodiscard]] bool is_empty() const { return begin == end; }
  };
  [[nodiscard]] Condition condition_at(const WitnessLocation& location) const {
    const std::size_t keyword_offset = keyword_near(location);
    const std::string_view keyword = word_at(code_, keyword_offset);
    const std::size_t open = skip_blanks(code_, keyword_offset + keyword.size());
    const auto close = open < code_.size() && code_[open] == '(' ? matching_bracket(code_, open) : std::nullopt;
    if (!close || !is_one_of(keyword, {"if", "while", "for", "switch"})) {
      cannot(location, "no condition begins there");
    }
    if (keyword != "for") {
      return {open + 1, *close};
    }
    const std::size_t first = semicolon(open + 1, *close);
    const std::size_t second = semicolon(first + 1, *close);
    if (second >= *close) {
      cannot(location, "the loop has no condition");
    }
    const std::size_t begin = std::min(skip_blanks(code_, first + 1), second);
    return {begin, second};
  }

  [[nodiscard]] bool is_do(const WitnessLocation& location) const {
    return word_at(code_, keyword_near(location)) == "do";
  }
  /// Behind the brace that opens the body of the `do` at the location.
  [[nodiscard]] std::size_t body_of_do(const WitnessLocation& location) const {
    const std::size_t brace = skip_blanks(code_, keyword_near(location) + 2);
    if (brace >= code_.size() || code_[brace] != '{') {
      cannot(location, "the loop's body is no block");
    }
    return brace + 1;
  }

  /// The call whose closing bracket is at the location: from the function's name to behind the bracket.
  [[nodiscard]] Condition call_at(const WitnessLocation& location) const {
    const std::size_t close = offset_of(location);
    const auto open = code_[close] == ')' ? matching_bracket(code_, close) : std::nullopt;
    const auto last = open ? last_before(code_, *open) : std::nullopt;
    if (!last || word_at(code_, *last).empty()) {
      cannot(location, "no call ends there");
    }
    return {word_beginning(*last), close + 1};
  }

  void insert(std::size_t offset, std::string text) { edited_.insert(offset, std::move(text)); }
  void insert_closing(std::size_t offset, std::string text) { edited_.insert_closing(offset, std::move(text)); }
  [[nodiscard]] std::string text_of(const Condition& range) const {
    return code_.substr(range.begin, range.end - range.begin);
  }
  EditedText take() { return std::move(edited_); }

private:
  [[nodiscard]] std::size_t word_beginning(std::size_t last) const {
    while (last > 0 && !word_at(code_, last - 1).empty()) {
      --last;
    }
    return last;
  }

  /// Where the location is, or the first keyword behind it on its line.
  [[nodiscard]] std::size_t keyword_near(const WitnessLocation& location) const {
    const std::size_t begin = offset_of(location);
    const std::size_t end = std::min(code_.find('\n', begin), code_.size());
    for (std::size_t at = begin; at < end; at += std::max<std::size_t>(word_at(code_, at).size(), 1)) {
      if (is_one_of(word_at(code_, at), {"while", "for", "do", "if", "switch"})) {
        return at;
      }
      if (location.column != 0) {
        break;
      }
    }
    return begin;
  }

  [[nodiscard]] std::size_t semicolon(std::size_t begin, std::size_t end) const {
    int depth = 0;
    for (std::size_t at = begin; at < end; ++at) {
      depth += code_[at] == '(' ? 1 : code_[at] == ')' ? -1 : 0;
      if (code_[at] == ';' && depth == 0) {
        return at;
      }
    }
    return end;
  }

  std::string code_;
  EditedText edited_;
};

std::string with_result(std::string constraint) {
  const std::string name = "\\result";
  for (std::size_t at = constraint.find(name); at != std::string::npos; at = constraint.find(name, at)) {
    constraint.replace(at, name.size(), "vouch_result");
  }
  return constraint;
}

/// One waypoint, and the segment that it belongs to.
struct Passage {
  std::size_t segment = 0;
  Waypoint waypoint;
};

/// Advances the counter if the run is in a segment whose waypoint it passes here, and makes it useless for ever if it
/// is one to be avoided. `passes` says of a waypoint what must hold.
template <class Condition>
std::string advance(const std::vector<Passage>& passages, const Condition& passes) {
  std::string followed;
  std::string avoided;
  for (const Passage& passage : passages) {
    std::string& list = passage.waypoint.action == WaypointAction::Follow ? followed : avoided;
    list += (list.empty() ? "" : " || ") +
            ("(vouch_segment == " + std::to_string(passage.segment) + " && (" + passes(passage.waypoint) + "))");
  }
  return "vouch_segment = " + (avoided.empty() ? "" : "(" + avoided + ") ? -1 : ") +
         (followed.empty() ? "vouch_segment" : "(" + followed + ") ? vouch_segment + 1 : vouch_segment");
}

void weave_branching(Weaver& weaver, const std::vector<Passage>& passages) {
  const Weaver::Condition condition = weaver.condition_at(passages.front().waypoint.location);
  const bool is_truth = std::ranges::all_of(passages, [](const Passage& passage) {
    return passage.waypoint.constraint == "true" || passage.waypoint.constraint == "false";
  });
  const auto passes = [&](const Waypoint& waypoint) {
    return waypoint.constraint == "true"    ? std::string("vouch_value")
           : waypoint.constraint == "false" ? std::string("!vouch_value")
                                            : marked("vouch_value == (" + waypoint.constraint + ")");
  };
  if (condition.is_empty()) {
    weaver.insert(condition.begin, "(vouch_value = 1, " + advance(passages, passes) + ", 1)");
    return;
  }
  weaver.insert(condition.begin, "(vouch_value = (");
  weaver.insert_closing(condition.end,
                        std::string(is_truth ? ") != 0" : ")") + ", " + advance(passages, passes) + ", vouch_value)");
}

void weave(Weaver& weaver, const std::vector<Passage>& passages, std::size_t last_segment) {
  const Waypoint& first = passages.front().waypoint;
  const auto holds = [](const Waypoint& waypoint) { return marked(waypoint.constraint); };
  switch (first.type) {
  case WaypointType::Assumption:
    return weaver.insert_statement(first.location, advance(passages, holds) + ";");
  case WaypointType::Branching:
    return weave_branching(weaver, passages);
  case WaypointType::FunctionEnter: {
    const Weaver::Condition call = weaver.call_at(first.location);
    weaver.insert(call.begin, "(" + advance(passages, [](const Waypoint&) { return "1"; }) + ", ");
    weaver.insert_closing(call.end, ")");
    return;
  }
  case WaypointType::FunctionReturn: {
    const Weaver::Condition call = weaver.call_at(first.location);
    const auto passes = [](const Waypoint& waypoint) { return marked(with_result(waypoint.constraint)); };
    weaver.insert(call.begin, "({ __typeof__(" + weaver.text_of(call) + ") vouch_result = ");
    weaver.insert_closing(call.end, "; " + advance(passages, passes) + "; vouch_result; })");
    return;
  }
  case WaypointType::Target:
    if (first.action == WaypointAction::Avoid || passages.front().segment != last_segment) {
      cannot(first.location, "a target that is not the end");
    }
    return; // the first line says it
  }
}

template <class Weave>
Result<EditedText> attempt(const std::string& text, const std::string& first_line, const Weave& weave_into) {
  try {
    Weaver weaver(text);
    weaver.insert(0, first_line + "\n");
    weave_into(weaver);
    return weaver.take();
  } catch (const std::runtime_error& problem) {
    return Error{problem.what()};
  }
}

} // namespace

std::string name_of_invariant(std::size_t index) { return "vouch_invariant_" + std::to_string(index); }

Result<EditedText> instrumented(const std::string& text, const ViolationWitness& witness,
                                const std::string& data_model) {
  constexpr unsigned added_lines = 1;
  const unsigned line = witness.segments.back().back().location.line + added_lines;
  const std::string target = "enum { __vouch_target_line = " + std::to_string(line) +
                             ", __vouch_target_segment = " + std::to_string(witness.segments.size() - 1) + " };";
  return attempt(text, only_in(data_model) + std::string(declarations) + target, [&](Weaver& weaver) {
    std::map<std::pair<std::size_t, WaypointType>, std::vector<Passage>> by_place;
    for (std::size_t segment = 0; segment < witness.segments.size(); ++segment) {
      for (const Waypoint& waypoint : witness.segments[segment]) {
        by_place[{weaver.offset_of(waypoint.location), waypoint.type}].push_back({segment, waypoint});
      }
    }
    for (const auto& [place, passages] : by_place) {
      weave(weaver, passages, witness.segments.size() - 1);
    }
  });
}

Result<EditedText> instrumented(const std::string& text, const CorrectnessWitness& witness,
                                const std::string& data_model) {
  std::string names;
  for (std::size_t i = 0; i < witness.invariants.size(); ++i) {
    names += (names.empty() ? "enum { " : ", ") + name_of_invariant(i) + " = 1";
  }
  names += names.empty() ? "" : " };";
  return attempt(text, only_in(data_model) + std::string(declarations) + names, [&](Weaver& weaver) {
    for (std::size_t i = 0; i < witness.invariants.size(); ++i) {
      const WitnessInvariant& invariant = witness.invariants[i];
      const std::string check = "__vouch_assert(" + name_of_invariant(i) + " && " + marked(invariant.value) + ", \"\")";
      if (invariant.kind == WitnessInvariant::Kind::Location) {
        weaver.insert_statement(invariant.location, check + ";");
      } else if (weaver.is_do(invariant.location)) {
        weaver.insert(weaver.body_of_do(invariant.location), " " + check + ";");
      } else {
        const Weaver::Condition condition = weaver.condition_at(invariant.location);
        weaver.insert(condition.begin, check + ", " + (condition.is_empty() ? "1" : ""));
      }
    }
  });
}

} // namespace vouch::server
