#pragma once

#include "analysis/report/options.hpp"

#include <array>
#include <string>
#include <string_view>

namespace vouch::server {

/// How users name a property.
struct PropertyWord {
  Property property;
  std::string_view word;
};

inline constexpr std::array<PropertyWord, 8> property_words = {{
    {Property::Assert, "assert"},
    {Property::ReachError, "reach-error"},
    {Property::Overflow, "overflow"},
    {Property::DivisionByZero, "div-by-zero"},
    {Property::Null, "null"},
    {Property::Bounds, "bounds"},
    {Property::UseAfterFree, "use-after-free"},
    {Property::Memory, "memory"},
}};

/// All of them, separated by commas.
std::string words_of_properties();

} // namespace vouch::server
