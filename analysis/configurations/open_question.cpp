#include "analysis/configurations/open_question.hpp"

namespace vouch::configurations {
namespace {

/// Where the source has what is not supported at `location`; the location itself may be a function's entry.
SourceRange place_of_unsupported(const cfa::Cfa& cfa, cfa::LocationId location) {
  for (cfa::EdgeId id : cfa.outgoing(location)) {
    const cfa::Edge& edge = cfa.edge(id);
    if (std::holds_alternative<cfa::Unsupported>(edge.operation) && edge.range.is_valid()) {
      return edge.range;
    }
  }
  return cfa.location(location).range;
}

/// Why a target that was reached is not a violation.
std::string open_reason(const core::TargetReason& target, const cfa::Cfa& cfa, const std::string& detail) {
  std::string place = to_string(cfa.location(target.location).range);
  switch (target.kind) {
  case core::TargetKind::Unsupported:
    if (target.text.starts_with("not checked: ")) {
      return target.text + " at " + to_string(place_of_unsupported(cfa, target.location));
    }
    return "unsupported construct: " + target.text + " at " + to_string(place_of_unsupported(cfa, target.location));
  case core::TargetKind::Recursion:
    return "recursion: " + target.text + " at " + place;
  case core::TargetKind::Property:
    return detail + " (" + target.text + " at " + place + ")";
  }
  return detail;
}

} // namespace

OpenQuestion open_question(const core::TargetReason& target, const cfa::Cfa& cfa, const std::string& detail) {
  const bool is_about_one = target.kind == core::TargetKind::Property;
  return {open_reason(target, cfa, detail), is_about_one ? std::optional(target.location) : std::nullopt};
}

} // namespace vouch::configurations
