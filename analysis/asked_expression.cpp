#include "analysis/asked_expression.hpp"

#include "analysis/frontend/statement_slots.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace vouch {
namespace {

/// A check that is no assertion: those at the beginning of a function are taken for what it expects of its callers.
constexpr const char* question_begin = "{ extern void reach_error(void); if (!(";
constexpr const char* question_end = ")) reach_error(); }";

/// The text of the question, and how its places lead back to those of the file.
struct Question {
  std::vector<TextInsertion> insertions;
  Place statement;     ///< in front of which it stands
  unsigned begin = 0;  ///< its first column
  unsigned check = 0;  ///< the column of its check
  unsigned length = 0; ///< of all that was inserted at `statement`, in columns

  [[nodiscard]] SourcePosition condition() const {
    return {statement.line, begin + static_cast<unsigned>(std::string_view(question_begin).size())};
  }

  /// Whether `place` is in what was inserted.
  [[nodiscard]] bool contains(const Place& place) const {
    return place.file == statement.file && place.line == statement.line && place.column >= statement.column &&
           place.column < statement.column + length;
  }

  [[nodiscard]] Place in_file(Place place) const {
    if (contains(place)) {
      return statement;
    }
    const auto moved_back = [&](unsigned line, unsigned& column) {
      if (line == statement.line && column >= statement.column + length) {
        column -= length;
      }
    };
    if (place.file == statement.file) {
      moved_back(place.line, place.column);
      moved_back(place.end_line, place.end_column);
    }
    return place;
  }
};

/// What adds `statement` there.
std::vector<TextInsertion> insertions_at(const frontend::StatementSlot& slot, const std::string& statement) {
  std::vector<TextInsertion> result = {
      {slot.position.line, slot.position.column, slot.before + statement + slot.behind}};
  if (slot.closing.line != 0) {
    result.push_back({slot.closing.line, slot.closing.column, " }"});
  }
  return result;
}

Question question_of(const SourceInput& input, const frontend::StatementSlot& slot, const std::string& expression) {
  Question result;
  result.insertions = insertions_at(slot, question_begin + expression + question_end);
  const auto [line, column] = slot.position;
  result.statement = {input.path, line, column, line, column};
  result.begin = column + static_cast<unsigned>(slot.before.size());
  result.check = result.begin + static_cast<unsigned>(std::string(question_begin).size() + expression.size()) + 3;
  result.length = static_cast<unsigned>(result.insertions.front().text.size());
  return result;
}

/// Empty: it is a condition.
std::string objection(const SourceInput& input, const Options& options, const frontend::StatementSlot& slot,
                      const std::string& expression) {
  const std::string statement = "(void)(" + expression + ");";
  const SourcePosition begin{slot.position.line, slot.position.column + static_cast<unsigned>(slot.before.size())};
  const SourcePosition end{begin.line, begin.column + static_cast<unsigned>(statement.size())};
  const frontend::ReadExpression read =
      frontend::read_expression(edited(input, insertions_at(slot, statement)), options, begin, end);
  switch (read.kind) {
  case frontend::ExpressionKind::Condition:
    return "";
  case frontend::ExpressionKind::NotScalar:
    return "it is neither a number nor a pointer";
  case frontend::ExpressionKind::HasEffects:
    return "it may change something, or calls a function: then the program would be another one";
  case frontend::ExpressionKind::NotOneExpression:
    break;
  }
  return read.problem.empty() ? "it is not one expression" : read.problem;
}

/// The run in the places of the file, ending with the question.
Violation told(Violation violation, const Question& question, const std::string& expression) {
  violation.message = "\"" + expression + "\" can be false here";
  std::erase_if(violation.trace, [&](const TraceStep& step) {
    return question.contains(step.place) && step.kind != TraceStepKind::Violation &&
           step.kind != TraceStepKind::BranchTaken && step.kind != TraceStepKind::BranchNotTaken;
  });
  for (TraceStep& step : violation.trace) {
    if (question.contains(step.place)) {
      step.text = step.kind == TraceStepKind::Violation ? violation.message : expression;
    }
    step.place = question.in_file(step.place);
  }
  violation.place = question.in_file(violation.place);
  violation.folds.clear(); // they count steps
  return violation;
}

ExpressionAnswer unknown(std::string reason) { return {Verdict::Unknown, std::move(reason)}; }

bool is_in(const Place& place, SourcePosition position) {
  return SourcePosition{place.line, place.column} <= position &&
         position < SourcePosition{place.end_line, place.end_column};
}

bool is_at(const Place& place, const Question& question) {
  return place.line == question.statement.line && place.column == question.check;
}

ExpressionAnswer answer_from(const FileReport& report, const Question& question, const std::string& expression) {
  ExpressionAnswer answer;
  answer.place = question.statement;
  if (!report.compiles) {
    return unknown("with the question the file does not compile");
  }
  for (const std::vector<Violation>* found : {&report.violations, &report.hints}) {
    for (const Violation& violation : *found) {
      if (is_at(violation.place, question)) {
        answer.verdict = Verdict::Violated;
        answer.function = violation.function;
        answer.violation = told(violation, question, expression);
        return answer;
      }
    }
  }
  for (const FunctionReport& function : report.functions) {
    const auto check = std::ranges::find_if(
        function.check_list, [&](const ReportedCheck& candidate) { return is_at(candidate.place, question); });
    if (check == function.check_list.end()) {
      continue;
    }
    answer.function = function.name;
    answer.preconditions = function.preconditions;
    answer.assumptions = report.assumptions;
    if (check->state == CheckState::Proved) {
      answer.verdict = Verdict::Safe;
      answer.is_reached = std::ranges::none_of(report.unreachable,
                                               [&](const Place& place) { return is_in(place, question.condition()); });
    } else if (check->state == CheckState::LeftToCallers) {
      answer.reason = "it is about nothing but what callers pass";
    } else {
      answer.reason = check->state == CheckState::NotReached
                          ? "no function that is verified calls \"" + function.name + "\""
                      : !function.reason.empty() ? function.reason
                                                 : report.reason;
    }
    return answer;
  }
  answer.reason = "the place is not a part of the program that is verified";
  return answer;
}

} // namespace

ExpressionAnswer prove_expression(const SourceInput& input, const Options& options, const AskedExpression& asked,
                                  VerificationContext& context) {
  if (asked.expression.find_first_not_of(" \t") == std::string::npos ||
      asked.expression.find_first_of("\n\r") != std::string::npos) {
    return unknown("it is not one expression on one line");
  }
  const std::optional<frontend::StatementSlot> slot =
      frontend::find_slot(input, options, frontend::BeforeStatement{asked.place});
  if (!slot) {
    return unknown("there is no statement of a function at this place, or the file does not compile");
  }
  if (const std::string problem = objection(input, options, *slot, asked.expression); !problem.empty()) {
    return unknown(problem);
  }
  const Question question = question_of(input, *slot, asked.expression);
  Options of_question = without_cache(options);
  of_question.only_checks_at = {question.statement.line, question.check};
  if (std::ranges::find(of_question.properties, Property::ReachError) == of_question.properties.end()) {
    of_question.properties.push_back(Property::ReachError);
  }
  const FileReport report =
      verify_within(std::chrono::hours(1), edited(input, question.insertions), of_question, context);
  return answer_from(report, question, asked.expression);
}

} // namespace vouch
