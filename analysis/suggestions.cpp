#include "analysis/suggestions.hpp"

#include "analysis/cfa/written_expression.hpp"
#include "analysis/frontend/frontend.hpp"
#include "analysis/frontend/statement_slots.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace vouch {
namespace {

/// Of the whole time for one look at a candidate.
constexpr int candidates_in_time = 8;
constexpr std::size_t most_candidates = 24;
/// Of numbers in a function that may be the length of something.
constexpr std::size_t most_bounds = 3;
constexpr cfa::Integer largest_length = 1 << 20;

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

/// Of a verification of assertions.
Options of_assertions(const Options& options) {
  Options result = without_cache(options);
  if (std::ranges::find(result.properties, Property::Assert) == result.properties.end()) {
    result.properties.push_back(Property::Assert);
  }
  return result;
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
    add_members(cfa, function, violation);
    find_bounds(cfa, function);
    add_condition_of(violation.message);
    read_trace(violation);
    add_by_property(violation.property);
  }

  [[nodiscard]] const std::vector<std::string>& list() const { return list_; }

private:
  /// What is behind a pointer is read only if there is something.
  void add(const std::string& condition) {
    std::string candidate = condition;
    for (const std::string& pointer : pointers_) {
      const std::regex use("(^|[^A-Za-z_0-9])(\\*" + pointer + "($|[^A-Za-z_0-9])|" + pointer + "->)");
      if (std::regex_search(condition, use)) {
        candidate = pointer + " != 0 && " + (candidate == condition ? "(" + condition + ")" : candidate);
      }
    }
    if (list_.size() < most_candidates && std::ranges::find(list_, candidate) == list_.end()) {
      list_.push_back(candidate);
    }
  }

  /// Numbers behind pointers that the run speaks of.
  void add_members(const cfa::Cfa& cfa, const cfa::Function& function, const Violation& violation) {
    std::set<std::string> mentioned;
    for (const TraceStep& step : violation.trace) {
      for (const auto& [name, value] : step.values) {
        mentioned.insert(name);
      }
    }
    for (cfa::VariableId id : function.parameters) {
      const cfa::Variable& parameter = cfa.variable(id);
      for (const cfa::Part& part : parameter.pointee) {
        const std::string name = cfa::name_behind(parameter, part);
        const cfa::IntegerType* type = cfa::as_integer(part.type);
        if (type == nullptr || !mentioned.contains(name) || !is_known_.contains(parameter.name)) {
          continue;
        }
        numbers_.push_back(name);
        is_known_.insert(name);
        if (!type->is_signed()) {
          unsigned_.insert(name);
        }
      }
    }
  }

  /// Numbers of the function's code that may be lengths.
  void find_bounds(const cfa::Cfa& cfa, const cfa::Function& function) {
    const cfa::FunctionId own = cfa.location(function.entry).function;
    std::set<cfa::Integer, std::greater<>> found;
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
      if (cfa.location(edge.source).function != own) {
        continue;
      }
      for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
        cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
          const auto* constant = std::get_if<cfa::Constant>(&part->node);
          const bool may_be_length = constant != nullptr && cfa::as_integer(part->type) != nullptr &&
                                     constant->value > 1 && constant->value < largest_length;
          if (may_be_length) {
            found.insert(constant->value);
          }
        });
      }
    }
    const auto end = std::next(found.begin(), static_cast<std::ptrdiff_t>(std::min(found.size(), most_bounds)));
    bounds_.assign(found.begin(), end);
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
    static const std::regex identifier("[A-Za-z_][A-Za-z_0-9]*(->[A-Za-z_][A-Za-z_0-9.]*)*");
    bool mentions_parameters = false;
    for (auto word = std::sregex_iterator(condition.begin(), condition.end(), identifier);
         word != std::sregex_iterator(); ++word) {
      const std::string base = word->str().substr(0, word->str().find("->"));
      if (!is_known_.contains(base)) {
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
      for (cfa::Integer bound : bounds_) {
        const std::string below = name + " < " + std::to_string(static_cast<std::int64_t>(bound));
        add(unsigned_.contains(name) ? below : "0 <= " + name + " && " + below);
      }
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
  std::vector<cfa::Integer> bounds_; ///< the largest first: what is less than them is asked of callers less
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

CheckedAssertion check_invariant(const SourceInput& input, const Options& options, const Place& loop,
                                 const std::string& expression, VerificationContext& context) {
  const std::string statement = "assert(" + expression + ");";
  const std::optional<AddedAssertion> assertion =
      added(frontend::find_slot(input, options, frontend::LoopAt{{loop.line, loop.column}}), statement);
  if (!assertion) {
    return {Verdict::Unknown, "there is no place for an assertion", {}};
  }
  const FileReport report =
      verify_within(std::chrono::hours(1), edited(input, assertion->insertions), of_assertions(options), context);
  if (!report.compiles) {
    return {Verdict::Unknown, "with the assertion the file does not compile", {}};
  }
  const auto is_in_assertion = [&](const Violation& violation) {
    return violation.place.line == assertion->statement.line && violation.place.column >= assertion->statement.column &&
           violation.place.column < assertion->statement.column + statement.size();
  };
  const bool is_violated =
      std::ranges::any_of(report.violations, is_in_assertion) || std::ranges::any_of(report.hints, is_in_assertion);
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
  Options of_function = of_assertions(options);
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
        !is_cured(verify_within(share, edited(input, assertion->insertions), of_function, context), violation)) {
      continue;
    }
    // Some run gets beyond it: then an assertion behind it that always fails does fail.
    const std::optional<AddedAssertion> followed = added(slot, statement + " assert(0);");
    const FileReport report = verify_within(share, edited(input, followed->insertions), of_function, context);
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
