#pragma once

#include <z3++.h>

#include <optional>

/// Only for the files of this folder: it shows Z3.
namespace vouch::smt {

/// `formula`, which an engine of Z3 has made, without what only Z3 itself understands: single bits become extractions.
/// Nothing if something is left that is no term here: quantifiers, reals, functions that Z3 invented.
std::optional<z3::expr> expressible(const z3::expr& formula);

} // namespace vouch::smt
