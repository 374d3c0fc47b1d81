#pragma once

#include "analysis/inspection/typed_value.hpp"

#include <string>
#include <vector>

/// Values in C notation, and what they consist of.
namespace vouch::inspection {

/// The text of what the run has not read yet.
inline constexpr const char* unread = "?";

/// Never throws: what cannot be read is told in angle brackets.
std::string text_of(const View& view, const TypedValue& value);

struct ChildCount {
  std::size_t named = 0;
  std::size_t indexed = 0;
};
ChildCount child_count(const View& view, const TypedValue& value);

struct Child {
  std::string name;
  std::string expression;
  TypedValue value;
};
/// Some of the fields, elements, or the target of a pointer. `expression` evaluates to `value`.
std::vector<Child> children_of(const View& view, const TypedValue& value, const std::string& expression,
                               std::size_t start, std::size_t count);

} // namespace vouch::inspection
