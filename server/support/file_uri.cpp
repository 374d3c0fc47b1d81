#include "server/support/file_uri.hpp"

#include <cctype>
#include <filesystem>

namespace vouch::server {

namespace {

std::optional<unsigned> hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower >= 'a' && lower <= 'f') {
    return static_cast<unsigned>(lower - 'a') + 10;
  }
  return std::nullopt;
}

/// Nothing if an escape is incomplete or names the zero byte, which no path contains.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const auto high = i + 1 < text.size() ? hexadecimal_digit(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hexadecimal_digit(text[i + 2]) : std::nullopt;
    if (!high || !low || *high * 16 + *low == 0) {
      return std::nullopt;
    }
    decoded += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return decoded;
}

} // namespace

std::optional<std::string> path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file:";
  if (uri.size() < scheme.size() || uri.substr(0, scheme.size()) != scheme) {
    return std::nullopt;
  }
  uri.remove_prefix(scheme.size());
  if (uri.starts_with("//")) {
    uri.remove_prefix(2);
    const std::size_t host = uri.find('/');
    if (host == std::string_view::npos || (host != 0 && uri.substr(0, host) != "localhost")) {
      return std::nullopt;
    }
    uri.remove_prefix(host);
  }
  uri = uri.substr(0, uri.find_first_of("?#"));
  const auto decoded = percent_decoded(uri);
  if (!decoded || !decoded->starts_with('/')) {
    return std::nullopt;
  }
  return std::filesystem::path(*decoded).lexically_normal().string();
}

std::string uri_of(std::string_view path) {
  constexpr std::string_view unreserved = "-._~/";
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80U && (std::isalnum(byte) != 0 || unreserved.find(c) != std::string_view::npos)) {
      uri += c;
    } else {
      uri += {'%', digits[byte >> 4U], digits[byte & 0xFU]};
    }
  }
  return uri;
}

} // namespace vouch::server
