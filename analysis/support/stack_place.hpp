#pragma once

#include <string>

namespace vouch {

/// Where compiled code keeps a local variable: the distance from the frame pointer of its function, in bytes. C text
/// that needs it calls it `macro`; what it is, a compiler has to be asked (`frontend/stack_layout.hpp`).
struct StackPlace {
  std::string macro;
  std::string function;
  std::string variable; ///< `x`, or a part of a struct: `point.x`
  unsigned line = 0;    ///< of its declaration; tells variables apart that have one name
};

} // namespace vouch
