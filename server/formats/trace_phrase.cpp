#include "server/formats/trace_phrase.hpp"

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

} // namespace vouch::server
