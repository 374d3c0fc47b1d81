#pragma once

#include "analysis/smt/interpolation/path_program.hpp"

#include <optional>
#include <vector>

namespace vouch::smt {

/// AtomsOnly: what the formulas say. AndStoredValues: also what they say of values that are gone (stored_values.hpp), for
/// loops over arrays that were made before. AndCells: also the order of cells of memory (accessed_cells.hpp), for loops
/// that count there; these are many. Nothing if there is none of what is added.
enum class Candidates { AtomsOnly, AndStoredValues, AndCells };

/// Per node of `program`, the conjunction of all formulas that hold there in every run, among candidates that the
/// program suggests. `known` holds at the nodes already. Nothing if that took too long.
std::optional<std::vector<Term>> inductive_candidates(TermManager& terms, RunContext& context, const Path& path,
                                                      const PathProgram& program, const std::vector<Term>& known,
                                                      Candidates which, std::chrono::milliseconds limit);

} // namespace vouch::smt
