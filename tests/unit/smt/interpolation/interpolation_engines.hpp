#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

/// What the tests of interpolation have in common.
namespace vouch::smt {

constexpr std::chrono::milliseconds ample{20000}; // nothing here takes more than a second on an idle machine

enum class EngineKind { PathProgram, PathProgramWithEqualityGraph, PathProgramWithHints, Chain, Farkas, Portfolio };

std::unique_ptr<Interpolator> make_engine(EngineKind kind, TermManager& terms, RunContext& context);

/// For messages of failed tests.
std::string describe(const InterpolationResult& result);

/// How many different formulas there are.
std::size_t different(const std::vector<Term>& cuts);

} // namespace vouch::smt
