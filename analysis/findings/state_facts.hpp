#pragma once

#include "analysis/core/exploration.hpp"
#include "analysis/findings/loop_facts.hpp"

#include <vector>

/// From what states say to what holds at the heads of loops.
namespace vouch::findings {

/// Variables of the loop that have few values there, or values between bounds, or in a linear relation to another one.
std::vector<LoopFacts> loop_facts(const core::Exploration& exploration, const ProvedProgram& program);

} // namespace vouch::findings
