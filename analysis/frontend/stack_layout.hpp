#pragma once

#include "analysis/support/result.hpp"
#include "analysis/support/stack_place.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vouch::frontend {

/// No local variable is at the frame pointer: the one of the caller is kept there.
constexpr std::int64_t nowhere = 0;

/// Looks the places up in the debugging information (DWARF) of an object file for x86, with 32 or 64 bits, that was
/// compiled without optimisation and with frame pointers. In the order of `places`; fails if one of them is not found.
Result<std::vector<std::int64_t>> find_on_stack(const std::string& object_file, const std::vector<StackPlace>& places);

} // namespace vouch::frontend
