#include "analysis/smt/terms/term_traversal.hpp"

#include "analysis/smt/terms/term.hpp"

#include <stdexcept>

namespace vouch::smt {

bool is_connective(const z3::expr& formula) {
  switch (kind_of(formula)) {
  case Z3_OP_AND:
  case Z3_OP_OR:
  case Z3_OP_NOT:
  case Z3_OP_XOR:
  case Z3_OP_IMPLIES:
  case Z3_OP_TRUE:
  case Z3_OP_FALSE:
    return true;
  case Z3_OP_ITE:
  case Z3_OP_IFF:
    return true;
  case Z3_OP_EQ:
  case Z3_OP_DISTINCT:
    return formula.arg(0).is_bool();
  default:
    return false;
  }
}

Term TermManager::substitute(const Term& term, const Substitution& substitution) {
  if (substitution.empty()) {
    return term;
  }
  z3::context& context = implementation_->context;
  z3::expr_vector from(context);
  z3::expr_vector to(context);
  for (const auto& [constant, replacement] : substitution) {
    from.push_back(Z3Access::expression(constant));
    to.push_back(Z3Access::expression(replacement));
  }
  z3::expr source = Z3Access::expression(term);
  return Z3Access::term(*this, source.substitute(from, to));
}

const std::vector<Term>& TermManager::constants(const Term& term) {
  auto [entry, is_new] = implementation_->constants.try_emplace(term);
  if (is_new) {
    std::vector<Term>& found = entry->second;
    walk(Z3Access::expression(term), [&](const z3::expr& subterm) {
      if (is_uninterpreted_constant(subterm)) {
        found.push_back(Z3Access::term(*this, subterm));
      }
      return true;
    });
  }
  return entry->second;
}

std::string TermManager::name(const Term& constant) {
  z3::expr expression = Z3Access::expression(constant);
  if (!is_uninterpreted_constant(expression)) {
    throw std::logic_error("not a constant: " + constant.to_string());
  }
  return expression.decl().name().str();
}

std::vector<Term> TermManager::atoms(const Term& term) {
  std::vector<Term> found;
  walk(Z3Access::expression(term), [&](const z3::expr& subformula) {
    if (is_connective(subformula)) {
      return true;
    }
    found.push_back(Z3Access::term(*this, subformula));
    return false;
  });
  return found;
}

bool TermManager::mentions(SortKind kind, const Term& term) {
  if (kind == SortKind::Float && !implementation_->has_floats) {
    return false;
  }
  auto is_wanted = [&](const z3::sort& sort) {
    switch (kind) {
    case SortKind::Boolean:
      return sort.is_bool();
    case SortKind::Integer:
      return sort.is_int();
    case SortKind::Bitvector:
      return sort.is_bv();
    case SortKind::Float:
      return sort.is_fpa();
    case SortKind::Array:
      return sort.is_array();
    }
    return false;
  };
  bool found = false;
  walk(Z3Access::expression(term), [&](const z3::expr& subterm) {
    found = found || is_wanted(subterm.get_sort());
    return !found;
  });
  return found;
}

std::vector<Term> TermManager::conjuncts(const Term& term) {
  std::vector<Term> found;
  walk(Z3Access::expression(term), [&](const z3::expr& subformula) {
    if (kind_of(subformula) == Z3_OP_AND) {
      return true;
    }
    if (!subformula.is_true()) {
      found.push_back(Z3Access::term(*this, subformula));
    }
    return false;
  });
  if (found.empty()) {
    found.push_back(term);
  }
  return found;
}

Term TermManager::simplify(const Term& term) {
  return Z3Access::term(*this, simplified(Z3Access::expression(term), implementation_->guard));
}

} // namespace vouch::smt
