#include "analysis/reuse/stored_results.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace vouch::smt {

NLOHMANN_JSON_SERIALIZE_ENUM(Theory, {{Theory::Integers, "integers"}, {Theory::Bitvectors, "bit-vectors"}})

} // namespace vouch::smt

namespace vouch::reuse {

using Json = nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StoredExpression, pieces, places)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StoredLoop, head, conjuncts, implied, for_all)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StoredFunctionFacts, function, loops, unreachable, followed)

NLOHMANN_JSON_SERIALIZE_ENUM(AttemptEnd, {{AttemptEnd::Finished, "finished"}, {AttemptEnd::OutOfTime, "out of time"}})

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KeptPoint, location, calls, formulas)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KeptClaim, entry, stamp, entry_formula, points, is_followed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KeptPrecision, location, predicates)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KeptProof, theory, stamp, predicates, program, blocks, tracked, places)

namespace {

/// JSON's numbers are shorter than these.
Json to_json(const findings::RunInputs& inputs) {
  Json values = Json::array();
  for (const cfa::Integer& input : inputs) {
    values.push_back(cfa::to_string(input));
  }
  return values;
}

Json to_json(const findings::ViolatingRun& run) {
  const findings::CallerAnswers& answers = run.answers;
  return {{"inputs", to_json(run.inputs)},
          {"passingRun", answers.passing_run ? to_json(*answers.passing_run) : Json()},
          {"isAboutOutside", answers.is_about_outside}};
}

template <class Run>
Json to_json(const std::vector<Run>& violations) {
  Json json = Json::array();
  for (const Run& run : violations) {
    json.push_back(to_json(run));
  }
  return json;
}

/// This and the following throw what is derived from `std::exception`.
cfa::Integer integer_of(const std::string& text) {
  const bool is_negative = text.starts_with('-');
  cfa::Integer value = 0;
  for (char digit : text.substr(is_negative ? 1 : 0)) {
    if (digit < '0' || digit > '9') {
      throw std::invalid_argument(text);
    }
    value = value * 10 + (is_negative ? '0' - digit : digit - '0');
  }
  return value;
}

findings::RunInputs inputs_of(const Json& json) {
  findings::RunInputs inputs;
  for (const Json& input : json) {
    inputs.push_back(integer_of(input.get<std::string>()));
  }
  return inputs;
}

findings::ViolatingRun run_of(const Json& json) {
  const Json& passing = json.at("passingRun");
  return {
      inputs_of(json.at("inputs")),
      {passing.is_null() ? std::nullopt : std::optional(inputs_of(passing)), json.at("isAboutOutside").get<bool>()}};
}

/// Of each element of the array what `read` makes of it.
template <class Read>
auto each_of(const Json& json, const Read& read) -> std::vector<decltype(read(json))> {
  std::vector<decltype(read(json))> result;
  for (const Json& element : json) {
    result.push_back(read(element));
  }
  return result;
}

/// Of an edge with its number, of a location without one.
Json to_json(const std::vector<StoredPlace>& places) {
  Json json = Json::array();
  for (const StoredPlace& place : places) {
    json.push_back({place.function, place.location, place.edge ? Json(*place.edge) : Json()});
  }
  return json;
}

std::vector<StoredPlace> places_of(const Json& json) {
  std::vector<StoredPlace> places;
  for (const Json& place : json) {
    const Json& edge = place.at(2);
    places.push_back({place.at(0).get<std::string>(), place.at(1).get<std::size_t>(),
                      edge.is_null() ? std::nullopt : std::optional(edge.get<std::size_t>())});
  }
  return places;
}

Json to_json(const std::vector<StoredText>& texts) {
  Json json = Json::array();
  for (const StoredText& text : texts) {
    json.push_back({{"pieces", text.pieces}, {"places", to_json(text.places)}});
  }
  return json;
}

std::vector<StoredText> texts_of(const Json& json) {
  std::vector<StoredText> texts;
  for (const Json& text : json) {
    texts.push_back({text.at("pieces").get<std::vector<std::string>>(), places_of(text.at("places"))});
  }
  return texts;
}

/// What `read` makes of the text; nothing if that is something else than `read` expects.
template <class Read>
auto parsed(const std::string& text, const Read& read) -> std::optional<decltype(read(Json()))> {
  try {
    return read(Json::parse(text));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

} // namespace

std::string to_text(const StoredVerdict& verdict) {
  return Json({{"violations", to_json(verdict.violations)}, {"facts", verdict.facts ? Json(*verdict.facts) : Json()}})
      .dump();
}

std::string to_text(const VerificationHints& hints) {
  return Json({{"violations", to_json(hints.violations)},
               {"provedBy", hints.proved_by},
               {"proof", hints.proof ? Json(*hints.proof) : Json()}})
      .dump();
}

std::string to_text(const StoredAttempt& attempt) {
  return Json({{"share", attempt.share.count()},
               {"spent", attempt.spent.count()},
               {"end", attempt.end},
               {"open", to_json(attempt.open)},
               {"openTargets", attempt.open_targets ? to_json(*attempt.open_targets) : Json()},
               {"violations", to_json(attempt.violations)}})
      .dump();
}

std::optional<StoredVerdict> verdict_of(const std::string& text) {
  return parsed(text, [](const Json& json) {
    const Json& facts = json.at("facts");
    return StoredVerdict{each_of(json.at("violations"), run_of),
                         facts.is_null() ? std::nullopt : std::optional(facts.get<StoredFacts>())};
  });
}

std::optional<VerificationHints> hints_of(const std::string& text) {
  return parsed(text, [](const Json& json) {
    const Json& proof = json.at("proof");
    return VerificationHints{each_of(json.at("violations"), inputs_of), json.at("provedBy").get<std::string>(),
                             proof.is_null() ? std::nullopt : std::optional(proof.get<KeptProof>())};
  });
}

std::optional<StoredAttempt> attempt_of(const std::string& text) {
  return parsed(text, [](const Json& json) {
    const Json& targets = json.at("openTargets");
    return StoredAttempt{std::chrono::milliseconds(json.at("share").get<std::int64_t>()),
                         std::chrono::milliseconds(json.at("spent").get<std::int64_t>()),
                         json.at("end").get<AttemptEnd>(),
                         texts_of(json.at("open")),
                         targets.is_null() ? std::nullopt : std::optional(places_of(targets)),
                         each_of(json.at("violations"), run_of)};
  });
}

} // namespace vouch::reuse
