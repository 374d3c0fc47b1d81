#pragma once

#include "analysis/smt/terms/query_guard.hpp"
#include "analysis/smt/terms/term.hpp"

#include <z3++.h>

#include <optional>
#include <unordered_map>

/// Only for the files of this folder: conversions between terms and Z3's expressions.
namespace vouch::smt {

struct TermManager::Implementation {
  z3::context context;
  QueryGuard guard{context};
  std::unordered_map<Term, std::vector<Term>> constants; ///< per term that was asked for
  bool has_floats = false;                               ///< some term was made of a float
  std::vector<z3::func_decl> functions;                  ///< made by `apply`, so that `parse` knows them
};

struct Z3Access {
  static z3::context& context(TermManager& terms) { return terms.implementation_->context; }
  static QueryGuard& guard(TermManager& terms) { return terms.implementation_->guard; }
  static TermManager& manager(const Term& term) { return *term.manager_; }
  static Z3_ast ast(const Term& term) { return term.ast_; }

  /// Requires a term that is not null.
  static z3::expr expression(const Term& term) { return {term.manager_->implementation_->context, term.ast_}; }
  static Term term(TermManager& terms, const z3::expr& expression) { return {&terms, expression}; }

  static z3::sort sort(z3::context& context, const Sort& sort);
  /// Throws `std::logic_error` for a sort that no term here has (reals, uninterpreted sorts).
  static Sort sort(const z3::sort& sort);
};

/// Whether the term is a number or a rounding mode as such.
bool is_literal(const z3::expr& expression);

/// Z3 refuses to simplify in a context in which a query was interrupted: throws `Interrupted` then.
z3::expr simplified(const z3::expr& expression, const QueryGuard& guard);

/// An operation on literals only, computed at once, so that constants of the program fold; others as they are. Throws as
/// `simplified`.
z3::expr folded(const z3::expr& application, const QueryGuard& guard);

/// The number that a numeral of integer or bit-vector sort is; nothing for other terms and for more than 126 bits.
std::optional<cfa::Integer> integer_of(const z3::expr& numeral);

/// The declaration kind of an application; `Z3_OP_INTERNAL` for variables and quantifiers.
Z3_decl_kind kind_of(const z3::expr& expression);
bool is_uninterpreted_constant(const z3::expr& expression);
/// Whether the formula is made of formulas.
bool is_connective(const z3::expr& formula);

} // namespace vouch::smt
