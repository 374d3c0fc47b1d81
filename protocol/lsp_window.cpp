#include "protocol/lsp_window.hpp"

namespace vouch::protocol {

void to_json(Json& json, const WorkDoneProgressCreateParams& params) {
  json = Json::object();
  json["token"] = params.token;
}

void to_json(Json& json, const WorkDoneProgressBegin& progress) {
  json = Json{
      {"token", progress.token},
      {"value", {{"kind", "begin"}, {"title", progress.title}, {"cancellable", true}, {"message", progress.message}}}};
}

void to_json(Json& json, const WorkDoneProgressReport& progress) {
  json = Json{{"token", progress.token},
              {"value", {{"kind", "report"}, {"cancellable", true}, {"message", progress.message}}}};
}

void to_json(Json& json, const WorkDoneProgressEnd& progress) {
  json = Json{{"token", progress.token}, {"value", {{"kind", "end"}, {"message", progress.message}}}};
}

void from_json(const Json& json, WorkDoneProgressCancelParams& params) {
  params.token = required_member<std::string>(json, "token");
}

void to_json(Json& json, const ShowMessageParams& params) {
  json = Json{{"type", static_cast<int>(params.type)}, {"message", params.message}};
}

} // namespace vouch::protocol
