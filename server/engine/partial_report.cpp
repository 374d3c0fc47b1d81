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
  return unknown_report(input, reason_of(cause));
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
