#pragma once

#include "analysis/smt/path_program.hpp"

#include <optional>
#include <vector>

namespace vouch::smt {

/// Per node of `program`, a few conjuncts of `invariants` that are inductive together and exclude the error. Nothing if
/// not even all of them do, or if that took too long.
std::optional<std::vector<Term>> inductive_core(TermManager& terms, RunContext& context, const Path& path,
                                                const PathProgram& program, const std::vector<Term>& invariants,
                                                std::chrono::milliseconds limit);

} // namespace vouch::smt
