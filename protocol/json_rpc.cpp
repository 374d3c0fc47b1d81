#include "protocol/json_rpc.hpp"

#include <utility>

namespace vouch::protocol {

namespace {

std::optional<RequestId> read_id(const Json& id) {
  if (id.is_string()) {
    return id.get<std::string>();
  }
  if (id.is_number_unsigned() && !std::in_range<std::int64_t>(id.get<std::uint64_t>())) {
    return std::nullopt;
  }
  if (id.is_number_integer()) {
    return id.get<std::int64_t>();
  }
  return std::nullopt;
}

Json id_json(const std::optional<RequestId>& id) {
  return id ? std::visit([](const auto& value) { return Json(value); }, *id) : Json(nullptr);
}

/// A response. One that is malformed is an error without an id: it must not be answered in turn.
Response decode_response(Json json) {
  Response response;
  const auto id = json.find("id");
  if (id != json.end()) {
    response.id = read_id(*id);
  }
  const Json& sent = json["error"];
  if (const auto result = json.find("result"); result != json.end() && sent.is_null()) {
    response.outcome = std::move(*result);
    return response;
  }
  ResponseError error{ErrorCode::InternalError, "malformed error"};
  if (sent.is_object() && sent.contains("message") && sent["message"].is_string()) {
    error.message = sent["message"].get<std::string>();
  }
  if (sent.is_object() && sent.contains("code") && sent["code"].is_number_integer()) {
    const auto code = sent["code"].get<std::int64_t>();
    if (std::in_range<int>(code)) {
      error.code = static_cast<ErrorCode>(code);
    }
  }
  response.outcome = std::move(error);
  return response;
}

} // namespace

IncomingMessage JsonRpcFormat::decode(Json json) {
  if (!json.is_object()) {
    return MalformedMessage{std::nullopt, {ErrorCode::InvalidRequest, "a message is an object; there are no batches"}};
  }
  if (!json.contains("method") && (json.contains("result") || json.contains("error"))) {
    return decode_response(std::move(json));
  }

  std::optional<RequestId> id;
  const bool has_id = json.contains("id");
  if (has_id) {
    id = read_id(json["id"]);
    if (!id) {
      return MalformedMessage{std::nullopt, {ErrorCode::InvalidRequest, "`id` must be an integer or a string"}};
    }
  }
  const auto invalid = [&id](const char* why) { return MalformedMessage{id, {ErrorCode::InvalidRequest, why}}; };
  const auto version = json.find("jsonrpc");
  if (version == json.end() || *version != "2.0") {
    return invalid("`jsonrpc` must be \"2.0\"");
  }
  const auto method = json.find("method");
  if (method == json.end() || !method->is_string()) {
    return invalid("`method` must be a string");
  }
  Json params;
  if (const auto found = json.find("params"); found != json.end()) {
    params = std::move(*found);
  }
  if (!params.is_null() && !params.is_structured()) {
    return invalid("`params` must be an object or an array");
  }
  if (has_id) {
    return Request{*id, method->get<std::string>(), std::move(params)};
  }
  return Notification{method->get<std::string>(), std::move(params)};
}

Json JsonRpcFormat::encode(OutgoingMessage message) {
  Json json = Json::object();
  json["jsonrpc"] = "2.0";
  if (auto* response = std::get_if<Response>(&message)) {
    json["id"] = id_json(response->id);
    if (auto* error = std::get_if<ResponseError>(&response->outcome)) {
      json["error"] = {{"code", static_cast<int>(error->code)}, {"message", std::move(error->message)}};
      if (!error->data.is_null()) {
        json["error"]["data"] = std::move(error->data);
      }
    } else {
      json["result"] = std::move(std::get<Json>(response->outcome));
    }
    return json;
  }
  const auto add_call = [&json](std::string& method, Json& params) {
    json["method"] = std::move(method);
    if (!params.is_null()) {
      json["params"] = std::move(params);
    }
  };
  if (auto* request = std::get_if<Request>(&message)) {
    json["id"] = id_json(request->id);
    add_call(request->method, request->params);
  } else {
    auto& notification = std::get<Notification>(message);
    add_call(notification.method, notification.params);
  }
  return json;
}

std::string to_string(const RequestId& id) { return to_text(id_json(id)); }

} // namespace vouch::protocol
