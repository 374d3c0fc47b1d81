#include "server/formats/violation_from_json.hpp"

#include "protocol/json.hpp"
#include "server/formats/check_report.hpp"
#include "server/formats/property_words.hpp"

#include <algorithm>
#include <array>

namespace vouch::server {
namespace {

using protocol::Json;
using protocol::optional_member;
using protocol::required_member;

Property property_from(const std::string& word) {
  const auto* known = std::ranges::find(property_words, word, &PropertyWord::word);
  if (known == property_words.end()) {
    throw protocol::InvalidParams("`property` is \"" + word + "\"; possible: " + words_of_properties());
  }
  return known->property;
}

TraceStepKind kind_from(const std::string& word) {
  constexpr std::array kinds = {TraceStepKind::Statement,      TraceStepKind::Assignment, TraceStepKind::BranchTaken,
                                TraceStepKind::BranchNotTaken, TraceStepKind::Call,       TraceStepKind::Return,
                                TraceStepKind::Input,          TraceStepKind::Violation};
  const auto* known = std::ranges::find_if(kinds, [&](TraceStepKind kind) { return spelling(kind) == word; });
  if (known == kinds.end()) {
    throw protocol::InvalidParams("`kind` is \"" + word + "\", which is none of a step");
  }
  return *known;
}

Place place_from(const Json& json) {
  return {required_member<std::string>(json, "file"), required_member<unsigned>(json, "line"),
          required_member<unsigned>(json, "column")};
}

TraceStep step_from(const Json& json) {
  TraceStep step;
  step.place = place_from(json);
  step.function = required_member<std::string>(json, "function");
  step.kind = kind_from(required_member<std::string>(json, "kind"));
  step.text = required_member<std::string>(json, "text");
  step.is_relevant = optional_member<bool>(json, "relevant").value_or(true);
  if (const Json* values = protocol::find_member(json, "values")) {
    for (const auto& [name, value] : values->items()) {
      step.values.emplace_back(name, protocol::read<std::string>(value, "values"));
    }
  }
  return step;
}

/// `true`, `false`, or who has confirmed it.
void read_confirmation(const Json& json, Violation& violation) {
  const Json* confirmed = protocol::find_member(json, "confirmed");
  if (confirmed != nullptr && *confirmed == "native") {
    violation.confirmed = true;
    violation.native = NativeConfirmation::Confirmed;
  } else {
    violation.confirmed = optional_member<bool>(json, "confirmed").value_or(false);
  }
}

/// Reports of older versions have no kind.
FindingKind kind_from(const Json& json) {
  const std::string kind = optional_member<std::string>(json, "kind").value_or("");
  for (const FindingKind known : {FindingKind::WillHappen, FindingKind::CanHappen, FindingKind::OnlyIfCaller}) {
    if (kind == spelling(known)) {
      return known;
    }
  }
  const bool is_error = optional_member<std::string>(json, "severity").value_or("error") == "error";
  return is_error ? FindingKind::WillHappen : FindingKind::CanHappen;
}

} // namespace

Violation violation_from_json(const Json& json) {
  Violation violation;
  violation.property = property_from(required_member<std::string>(json, "property"));
  violation.code = required_member<std::string>(json, "code");
  violation.message = required_member<std::string>(json, "message");
  violation.function = required_member<std::string>(json, "function");
  violation.place = place_from(json);
  read_confirmation(json, violation);
  violation.kind = kind_from(json);
  violation.fingerprint = optional_member<std::string>(json, "fingerprint").value_or("");
  if (const Json* run = protocol::find_member(json, "run")) {
    violation.run.entry = optional_member<std::string>(*run, "entry").value_or("");
    violation.run.inputs = protocol::read_array<std::string>(*run, "inputs");
  }
  if (const Json* steps = protocol::find_member(json, "trace")) {
    for (const Json& step : *steps) {
      violation.trace.push_back(step_from(step));
    }
  }
  return violation;
}

} // namespace vouch::server
