#pragma once

#include <z3++.h>

#include <functional>
#include <optional>
#include <vector>

/// Only for the files of this folder: it shows Z3.
namespace vouch::smt {

/// What becomes of a subterm whose arguments have become `arguments`; nothing: the rewriting has failed.
using Rewriting = std::function<std::optional<z3::expr>(const z3::expr& subterm, const std::vector<Z3_ast>& arguments)>;

/// Rewrites every distinct subterm once, arguments first, without recursion. Nothing if one of them fails, or if there
/// is a quantifier.
std::optional<z3::expr> rewrite(const z3::expr& term, const Rewriting& rewriting);

/// `subterm` with other arguments: the rewriting that changes nothing by itself.
z3::expr with_arguments(const z3::expr& subterm, const std::vector<Z3_ast>& arguments);

} // namespace vouch::smt
