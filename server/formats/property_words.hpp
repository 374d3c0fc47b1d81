#pragma once

#include "analysis/report/options.hpp"

#include <array>
#include <string>
#include <string_view>

namespace vouch::server {

/// How users name a property, and what traces say where it is violated.
struct PropertyWord {
  Property property;
  std::string_view word;
  std::string_view violated;
};

inline constexpr std::array<PropertyWord, 8> property_words = {{
    {Property::Assert, "assert", "the assertion fails"},
    {Property::ReachError, "reach-error", "the error is reached"},
    {Property::Overflow, "overflow", "the result is undefined"},
    {Property::DivisionByZero, "div-by-zero", "the divisor is zero"},
    {Property::Null, "null", "the pointer is null"},
    {Property::Bounds, "bounds", "the access is out of bounds"},
    {Property::UseAfterFree, "use-after-free", "the object does not exist any more"},
    {Property::Memory, "memory", "the heap is misused"},
}};

/// All of them, separated by commas.
std::string words_of_properties();

} // namespace vouch::server
