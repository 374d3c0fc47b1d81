#include "analysis/suggestions.hpp"

#include "analysis/frontend/frontend.hpp"
#include "analysis/frontend/statement_slots.hpp"
#include "analysis/verifier.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace vouch {
namespace {

/// Of the whole time for one look at a candidate.
constexpr int candidates_in_time = 8;
constexpr std::size_t most_candidates = 24;

std::string text_of(const SourceInput& input) {
  const std::string path = std::filesystem::absolute(input.path).lexically_normal().string();
  for (const std::string& known : {input.path, path}) {
    if (const auto buffer = input.unsaved.find(known); buffer != input.unsaved.end()) {
      return buffer->second;
    }
  }
  std::ifstream file(input.path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

SourceInput edited(const SourceInput& input, const std::vector<TextInsertion>& insertions) {
  SourceInput result = input;
  const std::string path = std::filesystem::absolute(input.path).lexically_normal().string();
  const bool is_known_by_path = input.unsaved.contains(input.path);
  result.unsaved[is_known_by_path ? input.path : path] = with_insertions(text_of(input), insertions);
  return result;
}

/// Nothing if there is no place for it, or assertions mean nothing in the file.
struct AddedAssertion {
  std::vector<TextInsertion> insertions;
  SourcePosition statement; ///< where it begins in the edited text
};
std::optional<AddedAssertion> added(const std::optional<frontend::StatementSlot>& slot, const std::string& statements) {
  if (!slot || slot->assertions == frontend::AssertionMacro::Disabled) {
    return std::nullopt;
  }
  AddedAssertion result;
  unsigned lines_before = 0;
  if (slot->assertions == frontend::AssertionMacro::NotDeclared) {
    result.insertions.push_back({1, 1, "#include <assert.h>\n"});
    lines_before = 1;
  }
  result.insertions.push_back({slot->position.line, slot->position.column, slot->before + statements + slot->behind});
  const std::size_t line_break = slot->before.rfind('\n');
  result.statement = {slot->position.line + lines_before, slot->position.column + unsigned(slot->before.size())};
  if (line_break != std::string::npos) {
    result.statement = {slot->position.line + lines_before + 1, unsigned(slot->before.size() - line_break)};
  }
  if (slot->closing.line != 0) {
    result.insertions.push_back({slot->closing.line, slot->closing.column, " }"});
  }
  return result;
}

/// Of a verification that no earlier one has an influence on.
Options fresh(Options options) {
  options.cache_folder.clear();
  options.explanations = Explanations::Off;
  options.graphs = ExportedGraphs::None;
  if (std::ranges::find(options.properties, Property::Assert) == options.properties.end()) {
    options.properties.push_back(Property::Assert);
  }
  return options;
}

FileReport verified(const SourceInput& input, const Options& options, VerificationContext& context,
                    std::chrono::milliseconds limit) {
  VerificationContext own;
  static_cast<RunContext&>(own) = context;
  own.deadline = std::chrono::steady_clock::now() + context.remaining(limit);
  return verify(input, options, own);
}

const FunctionReport* report_of(const FileReport& report, const std::string& function) {
  const auto found = std::ranges::find(report.functions, function, &FunctionReport::name);
  return found != report.functions.end() ? &*found : nullptr;
}

/// Simple conditions on the parameters of a function, the likeliest first.
class Candidates {
public:
  explicit Candidates(const cfa::Cfa& cfa, const cfa::Function& function, const Violation& violation) {
    for (cfa::VariableId id : function.parameters) {
      const cfa::Variable& parameter = cfa.variable(id);
      if (parameter.scope.range.is_valid() && parameter.name.find('.') == std::string::npos) {
        (cfa::is_pointer(parameter.type) ? pointers_ : numbers_).push_back(parameter.name);
        is_known_.insert(parameter.name);
        if (const cfa::IntegerType* type = cfa::as_integer(parameter.type); type != nullptr && !type->is_signed()) {
          unsigned_.insert(parameter.name);
        }
      }
    }
    std::erase_if(numbers_, [&](const std::string& name) { return name.empty(); });
    add_condition_of(violation.message);
    read_trace(violation);
    add_by_property(violation.property);
  }

  [[nodiscard]] const std::vector<std::string>& list() const { return list_; }

private:
  void add(const std::string& candidate) {
    if (list_.size() < most_candidates && std::ranges::find(list_, candidate) == list_.end()) {
      list_.push_back(candidate);
    }
  }

  /// The assertion itself, if it speaks of parameters only.
  void add_condition_of(const std::string& message) {
    const std::size_t begin = message.find('"');
    const std::size_t end = message.rfind("\" can fail");
    if (begin == std::string::npos || end == std::string::npos || end <= begin + 1 ||
        message.find("assertion") == std::string::npos) {
      return;
    }
    const std::string condition = message.substr(begin + 1, end - begin - 1);
    static const std::regex identifier("[A-Za-z_][A-Za-z_0-9]*");
    bool mentions_parameters = false;
    for (auto word = std::sregex_iterator(condition.begin(), condition.end(), identifier);
         word != std::sregex_iterator(); ++word) {
      if (!is_known_.contains(word->str())) {
        return;
      }
      mentions_parameters = true;
    }
    const bool is_plain = condition.find_first_of("\"'{};=+") == std::string::npos ||
                          std::regex_match(condition, std::regex("[A-Za-z_0-9 <>=!&|()+*-]*"));
    const bool has_assignment = std::regex_search(condition, std::regex("[^=!<>]=[^=]|\\+\\+|--"));
    if (mentions_parameters && is_plain && !has_assignment) {
      add(condition);
    }
  }

  /// The parameters that the last steps speak of come first.
  void read_trace(const Violation& violation) {
    std::vector<std::string> mentioned;
    for (auto step = violation.trace.rbegin(); step != violation.trace.rend(); ++step) {
      for (const auto& [name, value] : step->values) {
        if (is_known_.contains(name) && std::ranges::find(mentioned, name) == mentioned.end()) {
          mentioned.push_back(name);
        }
      }
    }
    for (std::vector<std::string>* names : {&pointers_, &numbers_}) {
      std::ranges::stable_sort(
          *names, {}, [&](const std::string& name) { return std::ranges::find(mentioned, name) - mentioned.begin(); });
    }
  }

  void add_by_property(Property property) {
    const bool is_about_pointers = property == Property::Null || property == Property::Bounds ||
                                   property == Property::UseAfterFree || property == Property::Memory;
    if (is_about_pointers) {
      add_pointers();
    }
    if (property == Property::DivisionByZero) {
      for (const std::string& name : numbers_) {
        add(name + " != 0");
      }
    }
    for (const std::string& name : numbers_) {
      if (!unsigned_.contains(name)) {
        add(name + " >= 0");
      }
      add(name + " > 0");
    }
    for (const std::string& left : numbers_) {
      for (const std::string& right : numbers_) {
        if (left != right) {
          add(left + " <= " + right);
          add(unsigned_.contains(left) ? left + " < " + right : "0 <= " + left + " && " + left + " < " + right);
        }
      }
    }
    add_pointers();
  }

  void add_pointers() {
    for (const std::string& name : pointers_) {
      add(name + " != 0");
    }
  }

  std::vector<std::string> pointers_;
  std::vector<std::string> numbers_;
  std::set<std::string> is_known_;
  std::set<std::string> unsigned_;
  std::vector<std::string> list_;
};

/// Whether the violation is gone, and nothing else got worse or undecided in the function.
bool is_cured(const FileReport& report, const Violation& violation) {
  const FunctionReport* function = report_of(report, violation.function);
  const bool is_decided = function != nullptr && (function->verdict != Verdict::Unknown);
  return report.compiles && is_decided &&
         std::ranges::find(report.violations, violation.fingerprint, &Violation::fingerprint) ==
             report.violations.end();
}

} // namespace

std::string with_insertions(const std::string& text, const std::vector<TextInsertion>& insertions) {
  std::vector<std::size_t> line_begins = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      line_begins.push_back(i + 1);
    }
  }
  std::vector<std::pair<std::size_t, std::string>> by_offset;
  for (const TextInsertion& insertion : insertions) {
    const std::size_t line = std::min<std::size_t>(insertion.line, line_begins.size());
    by_offset.emplace_back(std::min(line_begins[line - 1] + insertion.column - 1, text.size()), insertion.text);
  }
  std::ranges::stable_sort(by_offset, std::greater(), &std::pair<std::size_t, std::string>::first);
  std::string result = text;
  for (const auto& [offset, added_text] : by_offset) {
    result.insert(offset, added_text);
  }
  return result;
}

CheckedAssertion check_invariant(const SourceInput& input, const Options& options, const Place& loop,
                                 const std::string& expression, VerificationContext& context) {
  const std::optional<AddedAssertion> assertion = added(
      frontend::find_slot(input, options, frontend::LoopAt{{loop.line, loop.column}}), "assert(" + expression + ");");
  if (!assertion) {
    return {Verdict::Unknown, "there is no place for an assertion", {}};
  }
  const FileReport report =
      verified(edited(input, assertion->insertions), fresh(options), context, std::chrono::hours(1));
  if (!report.compiles) {
    return {Verdict::Unknown, "with the assertion the file does not compile", {}};
  }
  const bool is_violated = std::ranges::any_of(report.violations, [&](const Violation& violation) {
    return violation.property == Property::Assert && violation.place.line == assertion->statement.line &&
           violation.place.column == assertion->statement.column;
  });
  CheckedAssertion result{Verdict::Safe, {}, assertion->insertions};
  if (is_violated) {
    result.verdict = Verdict::Violated;
  } else if (report.verdict == Verdict::Unknown || report.functions.empty()) {
    result.verdict = Verdict::Unknown;
    result.reason = report.reason;
  } else {
    for (const FunctionReport& function : report.functions) {
      if (function.verdict == Verdict::Unknown && function.reason != not_called_reason) {
        result.verdict = Verdict::Unknown; // beside violations elsewhere
        result.reason = function.reason;
      }
    }
  }
  return result;
}

std::optional<Precondition> find_precondition(const SourceInput& input, const Options& options,
                                              const Violation& violation, VerificationContext& context) {
  if (violation.kind == FindingKind::WillHappen || violation.function != violation.run.entry) {
    return std::nullopt;
  }
  Options of_function = fresh(options);
  of_function.entry = violation.function;
  of_function.callers = Callers::Any; // whoever is to blame, it must not happen any more
  const frontend::Translation translation = frontend::translate(input, of_function, context);
  const std::optional<frontend::StatementSlot> slot =
      frontend::find_slot(input, options, frontend::BodyOf{violation.function});
  if (!translation.cfa || translation.cfa->entry_points().empty() || !slot) {
    return std::nullopt;
  }
  const cfa::Function& function = translation.cfa->function(translation.cfa->entry_points().front().function);
  const std::chrono::milliseconds share = context.remaining(std::chrono::minutes(2)) / candidates_in_time;
  const Candidates candidates(*translation.cfa, function, violation);
  for (const std::string& candidate : candidates.list()) {
    if (context.interruption()) {
      return std::nullopt;
    }
    const std::string statement = "assert(" + candidate + ");";
    const std::optional<AddedAssertion> assertion = added(slot, statement);
    if (!assertion ||
        !is_cured(verified(edited(input, assertion->insertions), of_function, context, share), violation)) {
      continue;
    }
    // Some run gets beyond it: then an assertion behind it that always fails does fail.
    const std::optional<AddedAssertion> followed = added(slot, statement + " assert(0);");
    const FileReport report = verified(edited(input, followed->insertions), of_function, context, share);
    const bool is_entered = std::ranges::any_of(report.violations, [&](const Violation& other) {
      return other.confirmed && other.place.line == followed->statement.line && other.function == violation.function;
    });
    if (is_entered) {
      return Precondition{violation.function, candidate, assertion->insertions};
    }
  }
  return std::nullopt;
}

} // namespace vouch
