#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vouch::protocol {

using Json = nlohmann::json;

/// Parses one JSON text. Nothing if it is not JSON, not UTF-8, or nested deeper than any sensible message: the library
/// walks values recursively, so that depth is stack.
std::optional<Json> parse_json(std::string_view text);

/// JSON as UTF-8 text. Bytes in strings that are not UTF-8 become U+FFFD; never throws.
std::string to_text(const Json& json);

/// A member that a message lacks or that has the wrong type. Thrown by `from_json` functions, caught by the connection,
/// which answers "invalid params".
class InvalidParams : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The member `name` of `object`, or null if there is none or it is JSON's null. Throws `InvalidParams` unless `object`
/// is an object.
const Json* find_member(const Json& object, const char* name);

/// Reads `json`, of which `name` is the name in messages. Integers must be in range: the library would wrap them.
template <class T>
T read(const Json& json, const char* name) {
  if constexpr (std::is_same_v<T, bool>) {
    if (!json.is_boolean()) {
      throw InvalidParams(std::string("`") + name + "` must be a boolean");
    }
    return json.get<bool>();
  } else if constexpr (std::is_integral_v<T>) {
    const bool fits = json.is_number_unsigned()
                          ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<T>::max())
                      : json.is_number_integer() ? std::in_range<T>(json.get<std::int64_t>())
                                                 : false;
    if (!fits) {
      throw InvalidParams(std::string("`") + name + "` must be an integer in range");
    }
    return json.get<T>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!json.is_string()) {
      throw InvalidParams(std::string("`") + name + "` must be a string");
    }
    return json.get<std::string>();
  } else {
    return json.get<T>();
  }
}

/// The member `name`, which must be there.
template <class T>
T required_member(const Json& object, const char* name) {
  const Json* member = find_member(object, name);
  if (member == nullptr) {
    throw InvalidParams(std::string("`") + name + "` is missing");
  }
  return read<T>(*member, name);
}

/// The member `name`, if it is there and not null.
template <class T>
std::optional<T> optional_member(const Json& object, const char* name) {
  const Json* member = find_member(object, name);
  return member == nullptr ? std::nullopt : std::optional<T>(read<T>(*member, name));
}

/// The member `name` as an array; empty if it is missing.
template <class T>
std::vector<T> read_array(const Json& object, const char* name) {
  const Json* member = find_member(object, name);
  std::vector<T> values;
  if (member == nullptr) {
    return values;
  }
  if (!member->is_array()) {
    throw InvalidParams(std::string("`") + name + "` must be an array");
  }
  for (const Json& element : *member) {
    values.push_back(read<T>(element, name));
  }
  return values;
}

} // namespace vouch::protocol
