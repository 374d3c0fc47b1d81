#pragma once

#include "analysis/smt/interpolation/path_program.hpp"

#include <optional>
#include <vector>

namespace vouch::smt {

/// Per node of `program`, the conjunction of all formulas that hold there in every run, among candidates that the
/// program suggests. `known` holds at the nodes already. Nothing if that took too long.
std::optional<std::vector<Term>> inductive_candidates(TermManager& terms, RunContext& context, const Path& path,
                                                      const PathProgram& program, const std::vector<Term>& known,
                                                      std::chrono::milliseconds limit);

} // namespace vouch::smt
