#include "tests/support/toy_verification.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

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

std::string text_on_disk(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Violation violation_at(const Place& place) {
  Violation violation;
  violation.message = "assertion `0` fails";
  violation.function = "main";
  violation.place = place;
  violation.confirmed = true;
  violation.fingerprint = "0123456789abcdef0123456789abcd" + std::to_string(10 + place.line % 90);
  violation.run.entry = "main";
  violation.trace = {{place, "main", TraceStepKind::Assignment, "x = nondet()", {{"x", "3"}}},
                     {place, "main", TraceStepKind::BranchTaken, "x > 2", {{"x", "3"}}},
                     {place, "main", TraceStepKind::Violation, "0", {}}};
  return violation;
}

/// Passes requests on to a toy that belongs to somebody else.
class BorrowedToy final : public server::VerificationService {
public:
  explicit BorrowedToy(ToyVerification& toy) : toy_(toy) {}
  FileReport verify(const server::VerificationRequest& request, VerificationContext& context) override {
    return toy_.verify(request, context);
  }

private:
  ToyVerification& toy_;
};

/// Why the run was ended, if it was.
std::optional<Interruption> run_slowly(const server::VerificationRequest& request, RunContext context) {
  if (request.options.entry_milliseconds != 0) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(request.options.entry_milliseconds);
    context.deadline = std::min(end, context.deadline.value_or(end));
  }
  while (true) {
    if (const auto interruption = context.interruption()) {
      return interruption;
    }
    context.report("exploring", "main");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace

server::ServiceOfRoot services_of(ToyVerification& toy) {
  return [&toy](const std::string& /*root*/) { return std::make_unique<BorrowedToy>(toy); };
}

FileReport ToyVerification::verify(const server::VerificationRequest& request, VerificationContext& context) {
  ++started;
  for (const auto& [name, milliseconds] : request.options.longer_budgets) {
    longest_budget = std::max(longest_budget.load(), milliseconds);
  }
  const std::string& path = request.input.path;
  const auto unsaved = request.input.unsaved.find(path);
  const std::string text = unsaved == request.input.unsaved.end() ? text_on_disk(path) : unsaved->second;
  const auto contains = [&text](const char* word) { return text.find(word) != std::string::npos; };

  FileReport report;
  report.path = path;
  FunctionReport function;
  function.name = "main";
  function.checks.total = 1;
  function.place = place_at(path, text, 0, 4);
  if (contains("crash")) {
    std::abort();
  }
  if (contains("deaf")) {
    std::this_thread::sleep_for(std::chrono::hours(24));
  }
  if (contains("greedy")) {
    std::vector<std::string> hoard;
    while (!context.stop.stop_requested()) {
      hoard.emplace_back(std::size_t{16} << 20U, 'x');
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
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
    const auto interruption = run_slowly(request, context);
    stopped_early += interruption == Interruption::Cancelled ? 1 : 0;
    function.reason = report.reason = interruption == Interruption::Cancelled ? "cancelled" : "timeout";
    report.functions = {function};
    return report;
  }
  const auto add_violations = [&] {
    for (std::size_t at = text.find("assert(0)"); at != std::string::npos; at = text.find("assert(0)", at + 1)) {
      report.violations.push_back(violation_at(place_at(path, text, at, 9)));
    }
  };
  if (contains("half")) {
    add_violations();
    FunctionReport rest = function;
    rest.name = "rest";
    rest.reason = report.reason = not_finished_reason;
    function.verdict = report.violations.empty() ? Verdict::Safe : Verdict::Violated;
    report.functions = {function, rest};
    context.on_partial_report(report);
    run_slowly(request, context);
    report.functions[1].reason = report.reason = "timeout";
    return report;
  }
  add_violations();
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
