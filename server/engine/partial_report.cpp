#include "server/engine/partial_report.hpp"

#include <utility>

namespace vouch::server {

FileReport unknown_report(const SourceInput& input, std::string reason) {
  FileReport report;
  report.path = input.path;
  report.reason = std::move(reason);
  return report;
}

FileReport interrupted_report(const SourceInput& input, Interruption cause) {
  switch (cause) {
  case Interruption::Cancelled:
    return unknown_report(input, "cancelled");
  case Interruption::Timeout:
    return unknown_report(input, "timeout");
  case Interruption::Memory:
    break;
  }
  return unknown_report(input, "memory");
}

FileReport cut_short(FileReport report, const std::string& reason) {
  auto replace = [&](std::string& text) {
    if (text == not_finished_reason) {
      text = reason;
    }
  };
  replace(report.reason);
  for (FunctionReport& function : report.functions) {
    replace(function.reason);
  }
  return report;
}

} // namespace vouch::server
