#include "server/formats/check_report.hpp"

#include "server/formats/property_words.hpp"

#include <algorithm>
#include <chrono>

namespace vouch::server {

Verdict overall_verdict(const CheckReport& report) {
  auto has = [&](Verdict verdict) {
    return std::ranges::any_of(report.files,
                               [=](const FileReport& file) { return file.compiles && file.verdict == verdict; });
  };
  if (has(Verdict::Violated)) {
    return Verdict::Violated;
  }
  bool all_compile = std::ranges::all_of(report.files, &FileReport::compiles);
  return has(Verdict::Unknown) || !all_compile ? Verdict::Unknown : Verdict::Safe;
}

Statistics total_statistics(const CheckReport& report) {
  Statistics total;
  for (const auto& file : report.files) {
    add(file.statistics, total);
  }
  return total;
}

double seconds_of_interpolation(const Statistics& statistics) {
  return std::chrono::duration<double>(std::chrono::nanoseconds(statistics.interpolation_nanoseconds)).count();
}

int exit_status(const CheckReport& report) {
  if (!std::ranges::all_of(report.files, &FileReport::compiles)) {
    return 2;
  }
  if (report.comparison) {
    const bool is_open = !report.comparison->open.empty() ||
                         std::ranges::find(report.files, Verdict::Unknown, &FileReport::verdict) != report.files.end();
    return count_of(*report.comparison, BaselineState::New) != 0 ? 1 : is_open ? 3 : 0;
  }
  switch (overall_verdict(report)) {
  case Verdict::Safe:
    return 0;
  case Verdict::Violated:
    return 1;
  case Verdict::Unknown:
    break;
  }
  return 3;
}

std::string_view spelling(Verdict verdict) {
  switch (verdict) {
  case Verdict::Safe:
    return "safe";
  case Verdict::Violated:
    return "violated";
  case Verdict::Unknown:
    break;
  }
  return "unknown";
}

std::string_view spelling(Property property) {
  return std::ranges::find(property_words, property, &PropertyWord::property)->word;
}

std::string words_of_properties() {
  std::string words;
  for (const PropertyWord& known : property_words) {
    words += (words.empty() ? "" : ", ") + std::string(known.word);
  }
  return words;
}

std::string_view spelling(TraceStepKind kind) {
  switch (kind) {
  case TraceStepKind::Statement:
    return "statement";
  case TraceStepKind::Assignment:
    return "assignment";
  case TraceStepKind::BranchTaken:
    return "branch-taken";
  case TraceStepKind::BranchNotTaken:
    return "branch-not-taken";
  case TraceStepKind::Call:
    return "call";
  case TraceStepKind::Return:
    return "return";
  case TraceStepKind::Input:
    return "input";
  case TraceStepKind::Violation:
    break;
  }
  return "violation";
}

std::string_view spelling(BaselineState state) { return state == BaselineState::New ? "new" : "same"; }

std::string_view spelling(WitnessVerdict verdict) {
  switch (verdict) {
  case WitnessVerdict::Confirmed:
    return "confirmed";
  case WitnessVerdict::Rejected:
    return "rejected";
  case WitnessVerdict::Unknown:
    break;
  }
  return "unknown";
}

std::string_view spelling(FindingKind kind) {
  switch (kind) {
  case FindingKind::WillHappen:
    return "will-happen";
  case FindingKind::CanHappen:
    return "can-happen";
  case FindingKind::OnlyIfCaller:
    break;
  }
  return "only-if-caller";
}

std::string_view severity_of(FindingKind kind) {
  switch (kind) {
  case FindingKind::WillHappen:
    return "error";
  case FindingKind::CanHappen:
    return "warning";
  case FindingKind::OnlyIfCaller:
    break;
  }
  return "hint";
}

} // namespace vouch::server
