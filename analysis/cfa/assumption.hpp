#pragma once

#include "analysis/cfa/ids.hpp"

#include <optional>
#include <set>
#include <string>

namespace vouch::cfa {

/// Something that is taken for granted, in a sentence for users.
struct Assumption {
  std::string sentence;
  std::optional<std::set<FunctionId>> functions = {}; ///< whose code it is about; nothing: the program as a whole
};

} // namespace vouch::cfa
