#pragma once

#include "analysis/smt/interpolation/path_program.hpp"

#include <vector>

/// Cells of memory that a step reads or writes, as candidates for what a loop counts in.
///
/// Example: a = local'0 & local'0 = store(cells, q + i, 7) & cells' = store(local'0, p + 8, select(local'0, p + 8) + 1)
///   reads and writes select(cells, p + 8) and writes select(cells, q + i): local'0 and cells' are other states of cells.
namespace vouch::smt {

/// Cells with integers, `select(symbol, address)`, over symbols of the state alone, be it before the step or behind it;
/// each once.
std::vector<Term> accessed_cells(TermManager& terms, const Transition& transition);

/// The constants in the address of a cell. Requires one of the terms above.
const std::vector<Term>& constants_of_address(TermManager& terms, const Term& cell);

} // namespace vouch::smt
