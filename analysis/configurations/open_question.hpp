#pragma once

#include "analysis/core/cegar.hpp"

#include <optional>
#include <string>

namespace vouch::configurations {

/// What is not known.
struct OpenQuestion {
  std::string reason;
  std::optional<cfa::LocationId> target = std::nullopt; ///< nothing: it may concern any
};

/// That `target` was reached, and is no violation; `detail` says why not, if it is one of a property.
OpenQuestion open_question(const core::TargetReason& target, const cfa::Cfa& cfa, const std::string& detail);

} // namespace vouch::configurations
