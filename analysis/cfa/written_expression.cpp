#include "analysis/cfa/written_expression.hpp"

#include <algorithm>

namespace vouch::cfa {
namespace {

bool contains(const SourceRange& range, const SourcePosition& position, const std::string& path) {
  return range.is_valid() && range.path() == path && range.begin <= position && position <= range.end;
}

} // namespace

void WrittenExpression::append(const NamedPlace& place) {
  places.push_back(place);
  pieces.emplace_back();
}

void WrittenExpression::append(const WrittenExpression& other) {
  for (std::size_t i = 0; i < other.pieces.size(); ++i) {
    append(other.pieces[i]);
    if (i < other.places.size()) {
      append(other.places[i]);
    }
  }
}

std::size_t WrittenExpression::length() const {
  std::size_t result = places.size();
  for (const std::string& piece : pieces) {
    result += piece.size();
  }
  return result;
}

std::string name_behind(const Variable& pointer, const Part& part) {
  return part.path.empty() ? "*" + pointer.name : pointer.name + part.path;
}

std::optional<std::string> name_at(const NamedPlace& place, const Cfa& cfa, const SourceRange& range) {
  const Variable& variable = cfa.variable(place.variable);
  const std::string path = range.path();
  const bool is_hidden = std::ranges::any_of(
      variable.scope.hidden, [&](const SourceRange& hidden) { return contains(hidden, range.end, path); });
  if (!contains(variable.scope.range, range.end, path) || is_hidden) {
    return std::nullopt;
  }
  if (place.reached == Reached::ThroughPointer) {
    const auto part = std::ranges::find(variable.pointee, place.offset, &Part::offset);
    return part != variable.pointee.end() ? std::optional(name_behind(variable, *part)) : std::nullopt;
  }
  if (place.reached == Reached::AsArray) {
    return variable.name;
  }
  if (!is_aggregate(variable.type)) {
    return place.offset == 0 ? std::optional(variable.name) : std::nullopt;
  }
  const auto part = std::ranges::find(variable.parts, place.offset, &Part::offset);
  return part != variable.parts.end() ? std::optional(variable.name + part->path) : std::nullopt;
}

std::optional<std::string> text_at(const WrittenExpression& expression, const Cfa& cfa, const SourceRange& range) {
  std::string text = expression.pieces.front();
  for (std::size_t i = 0; i < expression.places.size(); ++i) {
    const std::optional<std::string> name = name_at(expression.places[i], cfa, range);
    if (!name) {
      return std::nullopt;
    }
    text += *name + expression.pieces[i + 1];
  }
  return text;
}

} // namespace vouch::cfa
