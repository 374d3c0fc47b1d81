#pragma once

#include "analysis/report/report.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace vouch::server {

/// In which execution of its function a step happens.
struct StepActivation {
  std::size_t number = 0;             ///< those with the same one are in the same execution for certain
  std::optional<std::size_t> entered; ///< of a call whose arguments the step's values are: the one that begins
};

/// By step. Runs do not tell the ends of functions without a result, and parts of long runs are left out: where that makes
/// two executions of a function look like one, these have several numbers.
std::vector<StepActivation> activations_of(const Violation& violation);

/// Whether the step stands for others that are left out.
bool is_gap(const Violation& violation, std::size_t step);

} // namespace vouch::server
