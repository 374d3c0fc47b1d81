#include "analysis/smt/terms/term_computation.hpp"

#include "analysis/smt/terms/rewrite.hpp"
#include "analysis/smt/terms/z3_access.hpp"
#include "analysis/support/hash.hpp"

#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vouch::smt {
namespace {

/// Deeper choices between arrays are left to the solver, as they would overflow the stack.
constexpr unsigned deepest_choice = 4000;
/// What a read compares its index with; more is left to the solver, too.
constexpr unsigned most_comparisons = 24;

/// Nothing: it depends.
std::optional<bool> are_equal(const z3::expr& a, const z3::expr& b) {
  if (z3::eq(a, b)) {
    return true;
  }
  return is_literal(a) && is_literal(b) ? std::optional(false) : std::nullopt;
}

struct Read {
  z3::expr array; // keeps its id from being given to another term
  z3::expr index;
  z3::expr value;
};

} // namespace

struct TermComputation::Implementation {
  explicit Implementation(TermManager& manager) : terms(manager) {}

  /// `subterm` with other arguments, which are computed already.
  z3::expr apply(const z3::expr& subterm, const std::vector<Z3_ast>& arguments);
  z3::expr choose(const z3::expr& condition, const z3::expr& a, const z3::expr& b);
  z3::expr equal(const z3::expr& a, const z3::expr& b);
  z3::expr read(const z3::expr& array, const z3::expr& index, unsigned depth);
  z3::expr read_anew(const z3::expr& array, const z3::expr& index, unsigned depth);

  z3::expr made(const Term& term) { return Z3Access::expression(term); }
  Term term(const z3::expr& expression) { return Z3Access::term(terms, expression); }

  TermManager& terms;
  std::unordered_map<std::size_t, std::vector<Read>> reads;
  std::size_t made_terms = 0;
};

TermComputation::TermComputation(TermManager& terms) : implementation_(std::make_unique<Implementation>(terms)) {}

TermComputation::~TermComputation() = default;

std::size_t TermComputation::size() const { return implementation_->made_terms; }

Term TermComputation::compute(const Term& term, const Substitution& values) {
  TermManager& terms = implementation_->terms;
  const auto result =
      rewrite(Z3Access::expression(term),
              [&](const z3::expr& subterm, const std::vector<Z3_ast>& arguments) -> std::optional<z3::expr> {
                if (!arguments.empty()) {
                  return implementation_->apply(subterm, arguments);
                }
                for (const auto& [constant, value] : values) {
                  if (z3::eq(Z3Access::expression(constant), subterm)) {
                    return Z3Access::expression(value);
                  }
                }
                return subterm;
              });
  if (!result) {
    throw std::logic_error("a term with a quantifier is to be computed");
  }
  return Z3Access::term(terms, *result);
}

z3::expr TermComputation::Implementation::apply(const z3::expr& subterm, const std::vector<Z3_ast>& arguments) {
  ++made_terms;
  z3::context& context = Z3Access::context(terms);
  const auto argument = [&](std::size_t index) { return z3::expr(context, arguments[index]); };
  std::vector<Term> operands;
  switch (kind_of(subterm)) {
  case Z3_OP_SELECT:
    return read(argument(0), argument(1), 0);
  case Z3_OP_ITE:
    return choose(argument(0), argument(1), argument(2));
  case Z3_OP_EQ:
    return equal(argument(0), argument(1));
  case Z3_OP_NOT:
    return made(terms.logical_not(term(argument(0))));
  case Z3_OP_IMPLIES:
    return made(terms.implies(term(argument(0)), term(argument(1))));
  case Z3_OP_AND:
  case Z3_OP_OR:
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      operands.push_back(term(argument(i)));
    }
    return made(kind_of(subterm) == Z3_OP_AND ? terms.logical_and(operands) : terms.logical_or(operands));
  default:
    return folded(with_arguments(subterm, arguments), Z3Access::guard(terms));
  }
}

z3::expr TermComputation::Implementation::choose(const z3::expr& condition, const z3::expr& a, const z3::expr& b) {
  if (z3::eq(a, b) || condition.is_true()) {
    return a;
  }
  return condition.is_false() ? b : z3::ite(condition, a, b);
}

z3::expr TermComputation::Implementation::equal(const z3::expr& a, const z3::expr& b) {
  const std::optional<bool> known = are_equal(a, b);
  return known ? made(terms.boolean(*known)) : made(terms.equal(term(a), term(b)));
}

z3::expr TermComputation::Implementation::read(const z3::expr& array, const z3::expr& index, unsigned depth) {
  std::vector<Read>& bucket = reads[hash_of(array.id(), index.id())];
  for (const Read& known : bucket) {
    if (z3::eq(known.array, array) && z3::eq(known.index, index)) {
      return known.value;
    }
  }
  z3::expr value = read_anew(array, index, depth);
  reads[hash_of(array.id(), index.id())].push_back({array, index, value});
  return value;
}

z3::expr TermComputation::Implementation::read_anew(const z3::expr& whole, const z3::expr& index, unsigned depth) {
  z3::expr array = whole;
  std::vector<std::pair<z3::expr, z3::expr>> possible; // conditions under which it is this value
  while (kind_of(array) == Z3_OP_STORE) {
    const std::optional<bool> is_here = are_equal(array.arg(1), index);
    if (is_here == true) {
      break;
    }
    if (!is_here && possible.size() == most_comparisons) {
      return z3::select(whole, index);
    }
    if (!is_here) {
      possible.emplace_back(equal(array.arg(1), index), array.arg(2));
    }
    array = array.arg(0);
  }
  z3::expr value = array;
  if (kind_of(array) == Z3_OP_STORE) {
    value = array.arg(2);
  } else if (kind_of(array) == Z3_OP_CONST_ARRAY) {
    value = array.arg(0);
  } else if (kind_of(array) == Z3_OP_ITE && depth < deepest_choice) {
    value = choose(array.arg(0), read(array.arg(1), index, depth + 1), read(array.arg(2), index, depth + 1));
  } else {
    value = z3::select(array, index);
  }
  made_terms += 1 + 2 * possible.size();
  while (!possible.empty()) {
    value = choose(possible.back().first, possible.back().second, value);
    possible.pop_back();
  }
  return value;
}

} // namespace vouch::smt
