#include "analysis/support/overloaded.hpp"
#include "protocol/json.hpp"
#include "server/engine/assistance.hpp"
#include "server/engine/engine_json.hpp"

namespace vouch {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TextInsertion, line, column, text)

namespace server {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TestRequest, input, options, violation, file)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(InvariantRequest, input, options, loop, expression)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PreconditionRequest, input, options, violation)
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
