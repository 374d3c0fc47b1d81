#include "protocol/dap_format.hpp"

#include "protocol/connection.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vouch::protocol {
namespace {

std::optional<RequestId> read_seq(const Json& json, const char* name) {
  const auto seq = json.find(name);
  const bool fits =
      seq != json.end() &&
      (seq->is_number_unsigned() ? std::in_range<std::int64_t>(seq->get<std::uint64_t>()) : seq->is_number_integer());
  return fits ? std::optional<RequestId>(seq->get<std::int64_t>()) : std::nullopt;
}

std::string read_text(const Json& json, const char* name) {
  const auto text = json.find(name);
  return text != json.end() && text->is_string() ? text->get<std::string>() : std::string();
}

Json read_object(Json& json, const char* name) {
  const auto object = json.find(name);
  return object != json.end() ? std::move(*object) : Json();
}

/// Whether clients are to show that a request failed. Not for what they ask by themselves at every stop, nor for
/// expressions: they show why one has no value where its value would be.
bool is_shown_to_user(std::string_view command) {
  constexpr std::array<std::string_view, 5> quiet = {"evaluate", "exceptionInfo", "scopes", "stackTrace", "variables"};
  return std::ranges::find(quiet, command) == quiet.end();
}

Json response_json(Response response) {
  const bool is_shown = is_shown_to_user(response.method);
  Json json = {{"type", "response"}, {"command", std::move(response.method)}};
  const auto* seq = response.id ? std::get_if<std::int64_t>(&*response.id) : nullptr;
  json["request_seq"] = seq != nullptr ? *seq : 0;
  if (auto* error = std::get_if<ResponseError>(&response.outcome)) {
    json["success"] = false;
    json["message"] = error->message;
    // Braces in a format would be taken for variables, so that the text is one.
    json["body"] = {{"error",
                     {{"id", static_cast<int>(error->code)},
                      {"format", "{reason}"},
                      {"variables", {{"reason", error->message}}},
                      {"showUser", is_shown}}}};
    return json;
  }
  json["success"] = true;
  if (Json& body = std::get<Json>(response.outcome); !body.is_null()) {
    json["body"] = std::move(body);
  }
  return json;
}

} // namespace

IncomingMessage DapFormat::decode(Json json) {
  if (!json.is_object()) {
    return MalformedMessage{std::nullopt, {ErrorCode::InvalidRequest, "a message is an object"}};
  }
  const std::string type = read_text(json, "type");
  if (type == "request") {
    const auto seq = read_seq(json, "seq");
    if (!seq) {
      return MalformedMessage{std::nullopt, {ErrorCode::InvalidRequest, "`seq` must be an integer"}};
    }
    std::string command = read_text(json, "command");
    if (command.empty()) {
      return MalformedMessage{seq, {ErrorCode::InvalidRequest, "`command` must be a string"}};
    }
    Json arguments = read_object(json, "arguments");
    if (arguments.is_null()) {
      arguments = Json::object();
    }
    return Request{*seq, std::move(command), std::move(arguments)};
  }
  if (type == "response") {
    Response response{read_seq(json, "request_seq"), read_text(json, "command"), read_object(json, "body")};
    if (json.find("success") == json.end() || json["success"] != true) {
      response.outcome = ResponseError{ErrorCode::RequestFailed, read_text(json, "message")};
    }
    return response;
  }
  if (type == "event") {
    return Notification{read_text(json, "event"), read_object(json, "body")};
  }
  return MalformedMessage{read_seq(json, "seq"),
                          {ErrorCode::InvalidRequest, "`type` must be \"request\", \"response\" or \"event\""}};
}

Json DapFormat::encode(OutgoingMessage message) {
  Json json;
  if (auto* response = std::get_if<Response>(&message)) {
    json = response_json(std::move(*response));
  } else if (auto* request = std::get_if<Request>(&message)) {
    json = {{"type", "request"}, {"command", std::move(request->method)}, {"arguments", std::move(request->params)}};
  } else {
    auto& event = std::get<Notification>(message);
    json = {{"type", "event"}, {"event", std::move(event.method)}};
    if (!event.params.is_null()) {
      json["body"] = std::move(event.params);
    }
  }
  json["seq"] = next_seq_++;
  return json;
}

} // namespace vouch::protocol
