#include "protocol/json.hpp"

namespace vouch::protocol {

namespace {

constexpr std::size_t maximum_depth = 200;

/// Whether arrays and objects are nested more than `maximum_depth` deep. Brackets inside strings do not count.
bool is_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
      continue;
    }
    if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > maximum_depth) {
        return true;
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

} // namespace

std::optional<Json> parse_json(std::string_view text) {
  if (is_too_deep(text)) {
    return std::nullopt;
  }
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) {
    return std::nullopt;
  }
  return json;
}

std::string to_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

const Json* find_member(const Json& object, const char* name) {
  if (!object.is_object()) {
    throw InvalidParams(std::string("expected an object with `") + name + "`");
  }
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

} // namespace vouch::protocol
