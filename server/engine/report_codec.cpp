#include "server/engine/report_codec.hpp"

#include "server/engine/engine_json.hpp"

namespace vouch::server {

std::string encode_report(const FileReport& report) {
  return nlohmann::json(report).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<FileReport> decode_report(std::string_view text) {
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    return std::nullopt;
  }
  try {
    return json.get<FileReport>();
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

} // namespace vouch::server
