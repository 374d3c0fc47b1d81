#include "analysis/support/overloaded.hpp"
#include "protocol/json.hpp"
#include "server/engine/assistance.hpp"
#include "server/engine/engine_json.hpp"

namespace vouch {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TextInsertion, line, column, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourcePosition, line, column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AskedExpression, place, expression)

void to_json(protocol::Json& json, const ExpressionAnswer& answer) {
  json = {
      {"verdict", answer.verdict},        {"reason", answer.reason},         {"place", answer.place},
      {"function", answer.function},      {"is_reached", answer.is_reached}, {"preconditions", answer.preconditions},
      {"assumptions", answer.assumptions}};
  if (answer.violation) {
    json["violation"] = *answer.violation;
  }
}

void from_json(const protocol::Json& json, ExpressionAnswer& answer) {
  json.at("verdict").get_to(answer.verdict);
  json.at("reason").get_to(answer.reason);
  json.at("place").get_to(answer.place);
  json.at("function").get_to(answer.function);
  json.at("is_reached").get_to(answer.is_reached);
  json.at("preconditions").get_to(answer.preconditions);
  json.at("assumptions").get_to(answer.assumptions);
  answer.violation = json.contains("violation") ? std::optional(json.at("violation").get<Violation>()) : std::nullopt;
}

namespace server {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestRequest, input, options, violation, file)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InvariantRequest, input, options, loop, expression)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PreconditionRequest, input, options, violation)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProofRequest, input, options, asked)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestAnswer, file, command)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InsertionAnswer, title, insertions)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Refusal, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ContradictionAnswer, difference)

namespace {

using protocol::Json;

/// `{"KIND": {...}}`, with the alternative's position as its kind.
template <class... Alternatives>
std::string encode_variant(const std::variant<Alternatives...>& message) {
  Json json;
  std::visit([&](const auto& alternative) { json[std::to_string(message.index())] = alternative; }, message);
  return protocol::to_text(json);
}

template <class Variant, std::size_t Index = 0>
std::optional<Variant> decode_variant(const Json& json) {
  if constexpr (Index < std::variant_size_v<Variant>) {
    if (const Json* alternative = protocol::find_member(json, std::to_string(Index).c_str())) {
      return alternative->get<std::variant_alternative_t<Index, Variant>>();
    }
    return decode_variant<Variant, Index + 1>(json);
  } else {
    return std::nullopt;
  }
}

template <class Variant>
std::optional<Variant> decode(std::string_view body) {
  const std::optional<Json> json = protocol::parse_json(body);
  try {
    return json && json->is_object() ? decode_variant<Variant>(*json) : std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

} // namespace

std::string encode(const AssistanceRequest& request) { return encode_variant(request); }
std::string encode(const AssistanceAnswer& answer) { return encode_variant(answer); }

std::optional<AssistanceRequest> decode_assistance_request(std::string_view body) {
  return decode<AssistanceRequest>(body);
}

std::optional<AssistanceAnswer> decode_assistance_answer(std::string_view body) {
  return decode<AssistanceAnswer>(body);
}

} // namespace server
} // namespace vouch
