#pragma once

#include "analysis/smt/interpolation/tree_interpolation.hpp"

#include <string>
#include <vector>

namespace vouch::smt {

/// What `at` owes as tree interpolants of `problem`, one sentence for each node where it does not keep it; nothing if
/// all is well. Requires a tree in post-order.
std::vector<std::string> broken_obligations(TermManager& terms, RunContext& context,
                                            const TreeInterpolationProblem& problem, const std::vector<Term>& at);

} // namespace vouch::smt
