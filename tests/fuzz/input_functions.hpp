#pragma once

#include <array>

namespace vouch::fuzz {

/// `__VERIFIER_nondet_<name>` and its result's type.
struct InputFunction {
  const char* name;
  const char* type;
};

inline constexpr std::array<InputFunction, 11> input_functions = {{{"int", "int"},
                                                                   {"uint", "unsigned"},
                                                                   {"char", "char"},
                                                                   {"uchar", "unsigned char"},
                                                                   {"short", "short"},
                                                                   {"ushort", "unsigned short"},
                                                                   {"long", "long"},
                                                                   {"ulong", "unsigned long"},
                                                                   {"bool", "_Bool"},
                                                                   {"float", "float"},
                                                                   {"double", "double"}}};

} // namespace vouch::fuzz
