#include "server/formats/acceptance.hpp"

#include <regex>

namespace vouch::server {

namespace {

/// Without its line end; empty behind the end of the text.
std::string line_of(std::string_view text, unsigned line) {
  for (unsigned current = 1; current < line; ++current) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(end + 1);
  }
  return std::string(text.substr(0, text.find_first_of("\r\n")));
}

std::optional<std::string> acceptance_in(const std::string& line, std::string_view code) {
  static const std::regex pattern(R"(/[/*]\s*vouch:\s*accept\(([a-z-]+)\)\s*:\s*(.*?)\s*(\*/.*)?$)");
  std::smatch match;
  if (line.size() > 1000 || !std::regex_search(line, match, pattern) || match[1].str() != code ||
      match[2].length() == 0) {
    return std::nullopt;
  }
  return match[2].str();
}

} // namespace

std::optional<std::string> acceptance(std::string_view text, unsigned line, std::string_view code) {
  if (line == 0) {
    return std::nullopt;
  }
  std::optional<std::string> reason = acceptance_in(line_of(text, line), code);
  return reason || line == 1 ? reason : acceptance_in(line_of(text, line - 1), code);
}

std::string acceptance_comment(std::string_view code, std::string_view reason) {
  return "// vouch: accept(" + std::string(code) + "): " + std::string(reason);
}

} // namespace vouch::server
