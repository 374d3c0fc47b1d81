#include "tests/support/toy_verification.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace vouch::test {

namespace {

Place place_at(const std::string& path, const std::string& text, std::size_t offset, std::size_t length) {
  Place place;
  place.file = path;
  place.line = place.end_line =
      static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n')) + 1;
  const std::size_t newline = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  place.column = static_cast<unsigned>(offset - (newline == std::string::npos ? 0 : newline + 1)) + 1;
  place.end_column = place.column + static_cast<unsigned>(length);
  return place;
}

Violation violation_at(const Place& place) {
  Violation violation;
  violation.message = "assertion `0` fails";
  violation.function = "main";
  violation.place = place;
  violation.confirmed = true;
  violation.trace = {{place, "main", TraceStepKind::Assignment, "x = nondet()", {{"x", "3"}}},
                     {place, "main", TraceStepKind::BranchTaken, "x > 2", {{"x", "3"}}},
                     {place, "main", TraceStepKind::Violation, "0", {}}};
  return violation;
}

/// Why the run was ended, if it was.
std::optional<Interruption> run_slowly(const RunContext& context) {
  while (true) {
    if (const auto interruption = context.interruption()) {
      return interruption;
    }
    context.report("exploring", "main");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace

FileReport ToyVerification::verify(const server::VerificationRequest& request, RunContext& context) {
  ++started;
  const std::string& path = request.input.path;
  const auto unsaved = request.input.unsaved.find(path);
  const std::string text = unsaved == request.input.unsaved.end() ? "" : unsaved->second;
  const auto contains = [&text](const char* word) { return text.find(word) != std::string::npos; };

  FileReport report;
  report.path = path;
  FunctionReport function;
  function.name = "main";
  function.place = place_at(path, text, 0, 4);
  if (contains("throws")) {
    throw std::runtime_error("the toy is broken");
  }
  if (contains("broken")) {
    report.compiles = false;
    report.messages = {{MessageSeverity::Error, place_at(path, text, text.find("broken"), 6), "unknown type name"},
                       {MessageSeverity::Warning, {}, "not shown"}};
    return report;
  }
  if (contains("stubborn")) {
    std::this_thread::sleep_for(stubborn_time);
  }
  if (contains("slow")) {
    const auto interruption = run_slowly(context);
    stopped_early += interruption == Interruption::Cancelled ? 1 : 0;
    function.reason = report.reason = interruption == Interruption::Cancelled ? "cancelled" : "timeout";
    report.functions = {function};
    return report;
  }
  for (std::size_t at = text.find("assert(0)"); at != std::string::npos; at = text.find("assert(0)", at + 1)) {
    report.violations.push_back(violation_at(place_at(path, text, at, 9)));
  }
  report.verdict = !report.violations.empty() ? Verdict::Violated
                   : contains("undecided")    ? Verdict::Unknown
                                              : Verdict::Safe;
  function.verdict = report.verdict;
  if (report.verdict == Verdict::Unknown) {
    function.reason = report.reason = "refinement stuck";
  }
  report.functions = {function};
  return report;
}

} // namespace vouch::test
