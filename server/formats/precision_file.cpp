#include "server/formats/precision_file.hpp"

#include "protocol/json.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <utility>

namespace vouch::server {
namespace {

using protocol::Json;

constexpr int format_version = 1;
constexpr std::array<std::pair<FormulaTheory, const char*>, 2> theories = {
    {{FormulaTheory::Integers, "integers"}, {FormulaTheory::Bitvectors, "bit-vectors"}}};

FormulaTheory theory_called(const std::string& word) {
  const auto* known = std::ranges::find_if(theories, [&](const auto& theory) { return theory.second == word; });
  if (known == theories.end()) {
    throw protocol::InvalidParams("`theory` must be integers or bit-vectors");
  }
  return known->first;
}

PredicatesAt predicates_in(const Json& json) {
  PredicatesAt result;
  result.place = protocol::required_member<std::string>(json, "at");
  result.theory = theory_called(protocol::optional_member<std::string>(json, "theory").value_or("integers"));
  result.formulas = protocol::read_array<std::string>(json, "formulas");
  return result;
}

/// Throws for a member that nobody would look at: a misspelt one would be passed over.
void expect_only(const Json& object, std::initializer_list<const char*> members) {
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::none_of(members, [&, &known = name](const char* member) { return known == member; })) {
      throw protocol::InvalidParams("`" + name + "` is unknown");
    }
  }
}

TrackedPrecision precision_in(const Json& json) {
  if (protocol::required_member<int>(json, "version") != format_version) {
    throw protocol::InvalidParams("`version` must be " + std::to_string(format_version));
  }
  expect_only(json, {"version", "values", "thresholds", "predicates"});
  TrackedPrecision result;
  result.values = protocol::read_array<std::string>(json, "values");
  if (const Json* thresholds = protocol::find_member(json, "thresholds")) {
    if (!thresholds->is_object()) {
      throw protocol::InvalidParams("`thresholds` must be an object");
    }
    for (const auto& [variable, most] : thresholds->items()) {
      result.thresholds.emplace(variable, protocol::read<std::uint64_t>(most, variable.c_str()));
    }
  }
  for (const Json& predicates : protocol::read_array<Json>(json, "predicates")) {
    result.predicates.push_back(predicates_in(predicates));
    expect_only(predicates, {"at", "theory", "formulas"});
  }
  return result;
}

} // namespace

std::string precision_as_json(const TrackedPrecision& precision) {
  nlohmann::ordered_json json = {{"version", format_version}, {"values", precision.values}};
  if (!precision.thresholds.empty()) {
    json["thresholds"] = precision.thresholds;
  }
  json["predicates"] = nlohmann::ordered_json::array();
  for (const PredicatesAt& predicates : precision.predicates) {
    const auto* theory = std::ranges::find(theories, predicates.theory, &std::pair<FormulaTheory, const char*>::first);
    json["predicates"].push_back(
        {{"at", predicates.place}, {"theory", theory->second}, {"formulas", predicates.formulas}});
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<TrackedPrecision> precision_of_json(const std::string& text) {
  const std::optional<Json> json = protocol::parse_json(text);
  if (!json) {
    return Error{"is not JSON"};
  }
  try {
    return precision_in(*json);
  } catch (const protocol::InvalidParams& problem) {
    return Error{std::string("is no precision: ") + problem.what()};
  }
}

Result<TrackedPrecision> read_precision(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    return Error{"cannot read '" + path + "'"};
  }
  Result<TrackedPrecision> result = precision_of_json(text.str());
  if (!result) {
    return Error{"'" + path + "' " + result.error().message};
  }
  return result;
}

} // namespace vouch::server
