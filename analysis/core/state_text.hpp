#pragma once

#include "analysis/core/configurable_program_analysis.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Abstract states for people who debug an analysis.
namespace vouch::core {

/// How long the text of one part may become, about.
inline constexpr std::size_t longest_text = 2000;

/// Texts one behind the other, as many as there is room for.
class TextList {
public:
  void add(const std::string& item) {
    if (text_.size() >= longest_text) {
      is_cut_ = true;
    } else {
      text_ += (text_.empty() ? "" : ", ") + item;
    }
  }
  [[nodiscard]] std::string finish() const { return is_cut_ ? text_ + ", ..." : text_; }

private:
  std::string text_;
  bool is_cut_ = false;
};

/// The conditions in C-like notation.
std::string text_of(const std::vector<cfa::ExpressionRef>& conditions, const cfa::Cfa& cfa);

} // namespace vouch::core
