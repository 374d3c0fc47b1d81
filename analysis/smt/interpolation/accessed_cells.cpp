#include "analysis/smt/interpolation/accessed_cells.hpp"

#include "analysis/smt/terms/term_traversal.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vouch::smt {
namespace {

bool holds_integers(const z3::expr& array) {
  return array.is_array() && array.get_sort().array_domain().is_int() && array.get_sort().array_range().is_int();
}

/// The arrays of integers in the expression that have a name.
std::vector<Term> named_arrays(TermManager& terms, const z3::expr& expression) {
  std::vector<Term> result;
  walk(expression, [&](const z3::expr& part) {
    if (is_uninterpreted_constant(part) && holds_integers(part)) {
      result.push_back(Z3Access::term(terms, part));
    }
    return !part.is_quantifier();
  });
  return result;
}

/// Arrays that are made from each other by storing, or are equal.
class StatesOfOneArray {
public:
  void unite(const std::vector<Term>& arrays) {
    for (const Term& array : arrays) {
      parents_.try_emplace(array, array);
      parents_.insert_or_assign(representative(array), representative(arrays.front()));
    }
  }

  [[nodiscard]] bool are_one(const Term& left, const Term& right) const {
    return representative(left) == representative(right);
  }

private:
  [[nodiscard]] Term representative(Term array) const {
    for (auto parent = parents_.find(array); parent != parents_.end() && !(parent->second == array);
         parent = parents_.find(array)) {
      array = parent->second;
    }
    return array;
  }

  std::unordered_map<Term, Term> parents_;
};

} // namespace

std::vector<Term> accessed_cells(TermManager& terms, const Transition& transition) {
  StatesOfOneArray states;
  std::vector<std::pair<Term, Term>> accesses; // of an array, an address
  for (const Term& atom : terms.atoms(transition.relation)) {
    const z3::expr whole = Z3Access::expression(atom);
    if (kind_of(whole) == Z3_OP_EQ && holds_integers(whole.arg(0))) {
      states.unite(named_arrays(terms, whole));
    }
    walk(whole, [&](const z3::expr& part) {
      const bool is_access = kind_of(part) == Z3_OP_SELECT || kind_of(part) == Z3_OP_STORE;
      if (is_access && holds_integers(part.arg(0))) {
        for (const Term& array : named_arrays(terms, part.arg(0))) {
          accesses.emplace_back(array, Z3Access::term(terms, part.arg(1)));
        }
      }
      return !part.is_quantifier(); // of what is bound there nothing can be said
    });
  }
  Substitution unprimed;
  std::vector<Term> arrays;
  const auto add = [](std::vector<Term>& list, const Term& term) {
    if (std::ranges::find(list, term) == list.end()) {
      list.push_back(term);
    }
  };
  for (const auto& [array, address] : accesses) {
    add(arrays, array);
  }
  for (const auto& [symbol, value] : transition.outputs) {
    unprimed.emplace_back(value, symbol);
    if (holds_integers(Z3Access::expression(value))) {
      add(arrays, value);
    }
  }
  std::vector<Term> result;
  const auto is_local = [&](const Term& constant) {
    return std::ranges::find(transition.locals, constant) != transition.locals.end();
  };
  for (const auto& [accessed, address] : accesses) {
    if (std::ranges::any_of(terms.constants(address), is_local)) {
      continue;
    }
    for (const Term& array : arrays) {
      if (!is_local(array) && states.are_one(array, accessed)) {
        const z3::expr cell = z3::select(Z3Access::expression(terms.substitute(array, unprimed)),
                                         Z3Access::expression(terms.substitute(address, unprimed)));
        add(result, Z3Access::term(terms, cell));
      }
    }
  }
  return result;
}

const std::vector<Term>& constants_of_address(TermManager& terms, const Term& cell) {
  return terms.constants(Z3Access::term(terms, Z3Access::expression(cell).arg(1)));
}

} // namespace vouch::smt
