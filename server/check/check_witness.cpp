#include "server/check/check_witness.hpp"

#include "server/check/witness_instrumentation.hpp"

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
  for (std::vector<Violation>* findings : {&report.violations, &report.hints}) {
    for (Violation& violation : *findings) {
      map_back(question.edited, path, violation.place);
      for (TraceStep& step : violation.trace) {
        map_back(question.edited, path, step.place);
      }
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

/// Fails if the witness tells of other contents than `text`, those of the file at `path`. Whoever made it may have had
/// the file elsewhere, and others besides.
Result<std::string> same_program(const WitnessTask& task, const std::string& path, const std::string& text) {
  const std::string hash = hash_of(text);
  const std::string name = std::filesystem::path(path).filename().string();
  bool is_named = false;
  bool is_known = false;
  for (const auto& [file, told] : task.hashes) {
    if (std::filesystem::path(file).filename() == name && told != hash) {
      return Error{"it was made for another version of '" + file + "': SHA-256 " + told + ", and this one has " + hash};
    }
    is_named = is_named || std::filesystem::path(file).filename() == name;
    is_known = is_known || told == hash;
  }
  if (!task.hashes.empty() && !is_named && !is_known) {
    return Error{"it is about '" + task.hashes.begin()->first + "', and that is another file"};
  }
  return hash;
}

/// What the front end could not say of a run because an expression of the witness is undefined there; otherwise
/// `reason`.
std::string readable(const std::string& reason) {
  constexpr std::string_view mark = "in the witness: ";
  const std::size_t begin = reason.find(mark);
  if (begin == std::string::npos) {
    return reason;
  }
  const std::string what = reason.substr(begin + mark.size());
  return "the witness says nothing where it is undefined: " + what.substr(0, what.rfind(" at "));
}

std::string why_it_does_not_compile(const FileReport& report) {
  const auto error = std::ranges::find(report.messages, MessageSeverity::Error, &Message::severity);
  const std::string text = error == report.messages.end() ? report.reason : error->text;
  constexpr std::string_view assertion = "the witness is about the data model ";
  if (const std::size_t begin = text.find(assertion); begin != std::string::npos) {
    return text.substr(begin, assertion.size() + 5).substr(0, text.find('"', begin) - begin) +
           ", and the program was compiled for another one";
  }
  return text.find(" of the witness ") != std::string::npos
             ? text
             : "the file does not compile, or an expression of the witness is not one of C there: " + text;
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
  return undecided(report, report.verdict == Verdict::Unknown ? readable(report.reason)
                                                              : "a violation was found, but none at the target");
}

/// Of the invariants alone.
WitnessAnswer answer(const CorrectnessWitness& witness, FileReport& report) {
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
    return true;
  });
  if (!reason.empty()) {
    return {WitnessVerdict::Rejected, reason};
  }
  if (report.verdict == Verdict::Safe) {
    return {WitnessVerdict::Confirmed, ""};
  }
  return undecided(report,
                   report.verdict == Verdict::Unknown ? readable(report.reason) : "another assertion is violated");
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
  const auto refused = [&](const Error& error) {
    return Error{"'" + witness_file + "' does not fit '" + input.path + "': " + error.message};
  };
  if (const auto same = same_program(witness->task, input.path, *text); !same) {
    return refused(same.error());
  }
  auto edited = std::visit([&](const auto& content) { return instrumented(*text, content, witness->task.data_model); },
                           witness->content);
  if (!edited) {
    return refused(edited.error());
  }
  WitnessQuestion question{std::move(witness->content), input, options, std::move(edited.value())};
  const std::string absolute = std::filesystem::absolute(input.path).lexically_normal().string();
  question.input.unsaved[absolute] = question.edited.text();
  const bool has_invariants = std::holds_alternative<CorrectnessWitness>(question.witness);
  auto& properties = question.options.properties;
  if (has_invariants && std::ranges::find(properties, Property::Assert) == properties.end()) {
    properties.push_back(Property::Assert);
  }
  return question;
}

bool is_about_invariants(const WitnessQuestion& question) {
  return std::holds_alternative<CorrectnessWitness>(question.witness);
}

WitnessAnswer answer_about_witness(const WitnessQuestion& question, FileReport& report) {
  map_back(question, report);
  if (!report.compiles) {
    return {WitnessVerdict::Unknown, why_it_does_not_compile(report)};
  }
  if (const auto* violation = std::get_if<ViolationWitness>(&question.witness)) {
    return answer(*violation, report);
  }
  return answer(std::get<CorrectnessWitness>(question.witness), report);
}

WitnessAnswer answer_about_program(const WitnessAnswer& about_invariants, FileReport& program) {
  if (program.verdict == Verdict::Violated) {
    return {WitnessVerdict::Rejected, "the property is violated: " + program.violations.front().message};
  }
  if (program.verdict == Verdict::Unknown) {
    return {WitnessVerdict::Unknown, "the property is undecided: " + program.reason};
  }
  return about_invariants.verdict == WitnessVerdict::Confirmed ? about_invariants
                                                               : undecided(program, about_invariants.reason);
}

} // namespace vouch::server
