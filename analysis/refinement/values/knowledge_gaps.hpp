#pragma once

#include "analysis/core/exploration.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/refinement/values/value_interpolation.hpp"

#include <span>
#include <vector>

/// Where on an explored path less is known than interpolants say: what is to be explored again once that is tracked.
///
/// Interpolants are of one path of edges, calls and all, and states of blocks know only what the block can see. So inside a
/// block, nobody asks for what was outside where it was entered. If less is known in the first state of a block than its user
/// knows, the block's result is that of a larger state (recursion under way uses it); what lies inside is left as it is then, since
/// tracking more there does not help.
///
/// Example: `int f(int x) { if (x == 1) return 2; return 0; }` with f a block, and `a = 1; b = f(a); [b != 2]`. Behind a = 1,
/// {a = 1} is wanted and nothing is known: that node is the pivot of the program, and what was wanted inside f needs no look. With
/// a, x, the result and b tracked from there on, f is entered in {x = 1}, which is another analysis of it.
namespace vouch::refinement {

/// For each run of the path through a reached set the first node at which less is known than one of `interpolants` says, which
/// are of the path's edges; and where that is inside a block, the exits that were taken over from it. Empty: all is known.
std::vector<core::Cut> cuts_where_less_is_known(const core::Exploration& exploration, const core::ExploredPath& path,
                                                const domains::ValueAnalysis& analysis,
                                                std::span<const ValueInterpolants> interpolants);

} // namespace vouch::refinement
