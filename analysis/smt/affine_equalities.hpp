#pragma once

#include "analysis/smt/path_program.hpp"

#include <optional>
#include <vector>

namespace vouch::smt {

/// Per node of `program`, the strongest conjunction of affine equalities between its live integer symbols that holds
/// there in every run. Nothing if that took too long.
std::optional<std::vector<Term>> affine_equalities(TermManager& terms, RunContext& context, const Path& path,
                                                   const PathProgram& program, std::chrono::milliseconds limit);

} // namespace vouch::smt
