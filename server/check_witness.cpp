#include "server/check_witness.hpp"

#include "server/witness_instrumentation.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace vouch::server {
namespace {

Result<std::string> content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  if (!stream || !(content << stream.rdbuf())) {
    return Error{"cannot read '" + path + "'"};
  }
  return std::move(content).str();
}

void map_back(const EditedText& edited, const std::string& path, Place& place) {
  if (place.file == path) {
    place = edited.original_place(place);
  }
}

void map_back(const WitnessQuestion& question, FileReport& report) {
  const std::string& path = question.input.path;
  for (Violation& violation : report.violations) {
    map_back(question.edited, path, violation.place);
    for (TraceStep& step : violation.trace) {
      map_back(question.edited, path, step.place);
    }
  }
  for (FunctionReport& function : report.functions) {
    map_back(question.edited, path, function.place);
    map_back(question.edited, path, function.body);
  }
  for (Message& message : report.messages) {
    map_back(question.edited, path, message.place);
  }
  report.invariants.clear(); // of the program with the witness in it
  report.unreachable.clear();
}

WitnessAnswer undecided(FileReport& report, std::string reason) {
  report.verdict = Verdict::Unknown;
  report.reason = reason;
  return {WitnessVerdict::Unknown, std::move(reason)};
}

WitnessAnswer answer(const ViolationWitness& witness, FileReport& report) {
  const unsigned line = witness.segments.back().back().location.line;
  std::erase_if(report.violations,
                [&](const Violation& violation) { return violation.place.line != line || !violation.confirmed; });
  if (!report.violations.empty()) {
    return {WitnessVerdict::Confirmed, ""};
  }
  // Way points are taken to be passed at the first occasion; to avoid something, a run may have to wait for another
  // one.
  const bool may_wait = std::any_of(witness.segments.begin() + 1, witness.segments.end(), [](const auto& segment) {
    return segment.front().action == WaypointAction::Avoid;
  });
  if (report.verdict == Verdict::Safe && may_wait) {
    return undecided(report, "no run is known that passes its waypoints");
  }
  if (report.verdict == Verdict::Safe) {
    report.verdict = Verdict::Unknown;
    report.reason = "the witness is wrong: no run that passes its waypoints violates the property at its target";
    return {WitnessVerdict::Rejected, report.reason};
  }
  return undecided(report, report.verdict == Verdict::Unknown ? report.reason
                                                              : "a violation was found, but none at the target");
}

WitnessAnswer answer(const CorrectnessWitness& witness, const std::vector<Property>& asked, FileReport& report) {
  if (report.verdict != Verdict::Violated) {
    return report.verdict == Verdict::Safe ? WitnessAnswer{WitnessVerdict::Confirmed, ""}
                                           : undecided(report, report.reason);
  }
  std::string reason;
  std::erase_if(report.violations, [&](Violation& violation) {
    for (std::size_t i = witness.invariants.size(); i-- > 0;) {
      if (violation.message.find(name_of_invariant(i) + " ") != std::string::npos) {
        const WitnessInvariant& invariant = witness.invariants[i];
        violation.message = "the invariant \"" + invariant.value + "\" does not hold";
        violation.place.line = invariant.location.line;
        reason = reason.empty() ? violation.message : reason;
        return false;
      }
    }
    const bool is_asked = std::ranges::find(asked, violation.property) != asked.end();
    reason = is_asked && reason.empty() ? "the property is violated: " + violation.message : reason;
    return !is_asked;
  });
  return reason.empty() ? undecided(report, "another assertion is violated")
                        : WitnessAnswer{WitnessVerdict::Rejected, reason};
}

} // namespace

Result<WitnessQuestion> question_about_witness(const std::string& witness_file, const SourceInput& input,
                                               const Options& options) {
  const auto document = content_of(witness_file);
  const auto text = content_of(input.path);
  if (!document || !text) {
    return document ? text.error() : document.error();
  }
  auto witness = witness_of_yaml(*document);
  if (!witness) {
    return Error{"'" + witness_file + "' is no witness that can be checked: " + witness.error().message};
  }
  auto edited = std::visit([&](const auto& content) { return instrumented(*text, content); }, *witness);
  if (!edited) {
    return Error{"'" + witness_file + "' does not fit '" + input.path + "': " + edited.error().message};
  }
  WitnessQuestion question{std::move(witness.value()), input, options, options.properties, std::move(edited.value())};
  const std::string absolute = std::filesystem::absolute(input.path).lexically_normal().string();
  question.input.unsaved[absolute] = question.edited.text();
  const bool has_invariants = std::holds_alternative<CorrectnessWitness>(question.witness);
  auto& properties = question.options.properties;
  if (has_invariants && std::ranges::find(properties, Property::Assert) == properties.end()) {
    properties.push_back(Property::Assert);
  }
  return question;
}

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

WitnessAnswer answer_about_witness(const WitnessQuestion& question, FileReport& report) {
  map_back(question, report);
  if (!report.compiles) {
    return {WitnessVerdict::Unknown,
            "the file does not compile, or an expression of the witness is not one of C there"};
  }
  if (const auto* violation = std::get_if<ViolationWitness>(&question.witness)) {
    return answer(*violation, report);
  }
  return answer(std::get<CorrectnessWitness>(question.witness), question.properties, report);
}

} // namespace vouch::server
