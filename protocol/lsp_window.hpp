#pragma once

#include "protocol/json.hpp"

#include <string>

/// Progress and messages to the user (LSP 3.17, sections "Work Done Progress" and "Window Features").
namespace vouch::protocol {

struct WorkDoneProgressCreateParams {
  std::string token;
};

struct WorkDoneProgressBegin {
  std::string token;
  std::string title;
  std::string message;
};

struct WorkDoneProgressReport {
  std::string token;
  std::string message;
};

struct WorkDoneProgressEnd {
  std::string token;
  std::string message;
};

/// Tokens may be numbers too, but only this server's own ones come back, and they are strings.
struct WorkDoneProgressCancelParams {
  std::string token;
};

enum class MessageType { Error = 1, Warning = 2, Info = 3, Log = 4 };

struct ShowMessageParams {
  MessageType type = MessageType::Info;
  std::string message;
};

void to_json(Json& json, const WorkDoneProgressCreateParams& params);
void to_json(Json& json, const WorkDoneProgressBegin& progress);
void to_json(Json& json, const WorkDoneProgressReport& progress);
void to_json(Json& json, const WorkDoneProgressEnd& progress);
void from_json(const Json& json, WorkDoneProgressCancelParams& params);
void to_json(Json& json, const ShowMessageParams& params);

} // namespace vouch::protocol
