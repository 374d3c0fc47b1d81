#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace vouch::server {

enum class Colours { Off, On };
enum class Style { Bold, Red, Green, Yellow, Faint };

/// Colours text for terminals, or leaves it as it is.
class Painter {
public:
  explicit Painter(Colours colours) : colours_(colours) {}

  [[nodiscard]] std::string operator()(Style style, std::string_view text) const {
    if (colours_ == Colours::Off) {
      return std::string(text);
    }
    return fmt::format("\033[{}m{}\033[0m", code(style), text);
  }

private:
  static std::string_view code(Style style) {
    switch (style) {
    case Style::Bold:
      return "1";
    case Style::Red:
      return "1;31";
    case Style::Green:
      return "1;32";
    case Style::Yellow:
      return "1;33";
    case Style::Faint:
      break;
    }
    return "2";
  }

  Colours colours_;
};

} // namespace vouch::server
