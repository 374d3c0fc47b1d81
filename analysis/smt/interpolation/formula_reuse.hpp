#pragma once

#include "analysis/smt/interpolation/path_program.hpp"

#include <chrono>
#include <vector>

namespace vouch::smt {

/// Sequence interpolants of `path` that say the same at as many successive cuts of one location as possible, made of
/// the given ones. Ends early when `limit` is over.
std::vector<Term> with_reused_formulas(TermManager& terms, RunContext& context, const Path& path,
                                       std::vector<Term> cuts, std::chrono::milliseconds limit);

} // namespace vouch::smt
