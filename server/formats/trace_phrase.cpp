#include "server/formats/trace_phrase.hpp"

#include "server/formats/property_words.hpp"

#include <algorithm>

namespace vouch::server {

std::string phrase_of(const TraceStep& step, Property property) {
  switch (step.kind) {
  case TraceStepKind::BranchTaken:
    return step.text + " is true";
  case TraceStepKind::BranchNotTaken:
    return step.text + " is false";
  case TraceStepKind::Violation:
    return std::string(std::ranges::find(property_words, property, &PropertyWord::property)->violated);
  case TraceStepKind::Statement:
  case TraceStepKind::Assignment:
  case TraceStepKind::Call:
  case TraceStepKind::Return:
  case TraceStepKind::Input:
    break;
  }
  return step.text;
}

} // namespace vouch::server
