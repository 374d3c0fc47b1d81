#pragma once

#include "analysis/transformation/program_parts.hpp"

namespace vouch::transformation {

/// What runs from `start` see of `whole`, nothing assumed.
inline cfa::Cfa part_entered_from(const cfa::Cfa& whole, cfa::LocationId start) {
  return ProgramParts(whole).entered_from(start, {}, [](cfa::LocationId /*target*/) { return false; }).cfa();
}

} // namespace vouch::transformation
