#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <string_view>

namespace vouch::server {

std::string phrase_of(const TraceStep& step) {
  switch (step.kind) {
  case TraceStepKind::BranchTaken:
    return step.text + " is true";
  case TraceStepKind::BranchNotTaken:
    return step.text + " is false";
  case TraceStepKind::Statement:
  case TraceStepKind::Assignment:
  case TraceStepKind::Call:
  case TraceStepKind::Return:
  case TraceStepKind::Input:
  case TraceStepKind::Violation:
    break;
  }
  return step.text;
}

std::string phrase_of_step(const Violation& violation, std::size_t step) {
  const TraceStep& one = violation.trace[step];
  if (one.kind != TraceStepKind::Violation || !violation.confirmed) {
    return phrase_of(one);
  }
  return one.text.ends_with("fails") ? one.text + " here" : "fails here: " + one.text;
}

std::string message_at_failure(const Violation& violation) {
  constexpr std::string_view can = " can ";
  const std::string& message = violation.message;
  const std::size_t begin = message.rfind(can);
  const bool says_when = violation.kind == FindingKind::OnlyIfCaller;
  if (begin == std::string::npos || !violation.confirmed || says_when) {
    return message;
  }
  const std::size_t verb = begin + can.size();
  const std::size_t end = std::min(message.find(' ', verb), message.size());
  const std::string does = message.substr(verb, end - verb);
  return message.substr(0, begin + 1) + (does == "be" ? "is" : does + "s") + message.substr(end) + " here";
}

} // namespace vouch::server
