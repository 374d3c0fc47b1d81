#pragma once

#include "protocol/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

/// Messages as a connection sees them, whichever protocol they came by.
namespace vouch::protocol {

using RequestId = std::variant<std::int64_t, std::string>;

/// JSON-RPC's and LSP's error codes.
enum class ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ServerCancelled = -32802,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

struct ResponseError {
  ErrorCode code = ErrorCode::InternalError;
  std::string message;
  Json data = {}; ///< null: none
};

/// What a request ends with.
template <class Answer>
using Outcome = std::variant<Answer, ResponseError>;

struct Request {
  RequestId id;
  std::string method;
  Json params; ///< null if the message had none
};

struct Notification {
  std::string method;
  Json params; ///< null if the message had none
};

struct Response {
  std::optional<RequestId> id; ///< nothing: the request could not be read
  std::string method;          ///< of the request, as far as known; JSON-RPC does not send it
  Outcome<Json> outcome;
};

/// Something that arrived and is neither: to be answered with `error`.
struct MalformedMessage {
  std::optional<RequestId> id;
  ResponseError error;
};

using OutgoingMessage = std::variant<Request, Notification, Response>;
using IncomingMessage = std::variant<Request, Notification, Response, MalformedMessage>;

/// How a protocol writes messages as JSON: what differs between LSP (JSON-RPC 2.0) and DAP.
class MessageFormat {
public:
  virtual ~MessageFormat() = default;
  virtual IncomingMessage decode(Json json) = 0;
  virtual Json encode(OutgoingMessage message) = 0;
};

/// `7` or `"seven"`, for logs.
std::string to_string(const RequestId& id);

} // namespace vouch::protocol
