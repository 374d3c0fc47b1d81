#pragma once

#include "analysis/cfa/c_declarations.hpp"

#include <string>
#include <string_view>

namespace vouch::trace {

/// A constant expression of C with the value that `bits` are in an integer, Boolean or floating type: `-3`,
/// `4000000000u`, `0x1.8p+1f`. Integers may come with their sign. Needs no header. Requires one of these types.
std::string c_literal(cfa::Integer bits, const cfa::CType& type);

/// `name` declared with the type: by its spelling, or by that of an `example` expression if it has no name.
std::string c_declaration(const cfa::CType& type, std::string_view name, std::string_view example = {});

/// The same for an array with elements of the type.
std::string c_array_declaration(const cfa::CType& element, std::string_view name, std::string_view extent);

} // namespace vouch::trace
