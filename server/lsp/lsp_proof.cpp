#include "server/lsp/lsp_proof.hpp"

#include "server/lsp/lsp_run.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vouch::server {

namespace {

using protocol::Json;

/// What the condition's parts are in the run in which it is false: `x = -1, y = 4`; empty if nothing is known of them.
std::string values_of(const Violation& violation) {
  std::vector<std::string> values;
  const auto last = std::ranges::find_if(violation.trace.rbegin(), violation.trace.rend(),
                                         [](const TraceStep& step) { return !step.values.empty(); });
  const bool is_condition = last != violation.trace.rend() && last->kind != TraceStepKind::Assignment &&
                            last->place.line == violation.place.line && last->place.file == violation.place.file;
  if (is_condition) {
    std::ranges::transform(last->values, std::back_inserter(values),
                           [](const auto& value) { return value.first + " = " + value.second; });
  }
  return values.empty() ? std::string() : fmt::format(": {}", fmt::join(values, ", "));
}

const char* word_of(Verdict verdict) {
  return verdict == Verdict::Safe ? "proved" : verdict == Verdict::Violated ? "violated" : "unknown";
}

} // namespace

void from_json(const Json& json, ProveParams& params) {
  params.uri = protocol::required_member<std::string>(json, "uri");
  params.position = protocol::required_member<protocol::Position>(json, "position");
  params.expression = protocol::required_member<std::string>(json, "expression");
}

std::string sentence_of(const ExpressionAnswer& answer, const std::string& expression) {
  switch (answer.verdict) {
  case Verdict::Safe:
    if (!answer.is_reached) {
      return fmt::format("no run comes to line {}: `{}` holds there, and so does everything else", answer.place.line,
                         expression);
    }
    return fmt::format("`{}` holds in front of line {}{}", expression, answer.place.line,
                       answer.preconditions.empty()
                           ? " in all runs"
                           : fmt::format(", provided that callers keep to: {}", fmt::join(answer.preconditions, ", ")));
  case Verdict::Violated:
    return fmt::format("`{}` can be false in front of line {}{}", expression, answer.place.line,
                       answer.violation ? values_of(*answer.violation) : "");
  case Verdict::Unknown:
    break;
  }
  return fmt::format("`{}` is not decided: {}", expression, answer.reason.empty() ? "unknown" : answer.reason);
}

Json proof_to_json(const ExpressionAnswer& answer, const std::string& expression, const VerifiedDocument& document,
                   const std::string& path, SourceTexts& texts, protocol::PositionEncoding encoding) {
  Json json = {{"verdict", word_of(answer.verdict)},
               {"message", sentence_of(answer, expression)},
               {"preconditions", answer.preconditions},
               {"assumptions", answer.assumptions}};
  if (answer.place.line != 0) {
    const protocol::Range range = to_range(texts.lines_of(path), answer.place, encoding);
    json["range"] = protocol::Range{range.start, range.start};
    json["function"] = answer.function;
  }
  if (answer.violation) {
    VerifiedTrace trace;
    trace.function = answer.function;
    trace.violation = *answer.violation;
    json["run"] = run_to_json({trace, document, path, texts, encoding});
  }
  return json;
}

} // namespace vouch::server
