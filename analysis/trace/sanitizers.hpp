#pragma once

#include "analysis/cfa/cfa.hpp"

#include <string>
#include <vector>

namespace vouch::trace {

/// How gcc's sanitizers find a violation of a property at run time.
struct Sanitizers {
  std::vector<std::string> flags;
  std::vector<std::string> reports; ///< what begins each report, whatever the place
};

/// Empty for assertions.
Sanitizers sanitizers_for(cfa::PropertyKind property);

bool uses_address_sanitizer(cfa::PropertyKind property);

} // namespace vouch::trace
