#include "analysis/smt/interpolation/stored_values.hpp"

#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace vouch::smt {
namespace {

/// Chains of equations longer than this are left alone.
constexpr int most_rounds = 6;

using Equations = std::vector<std::pair<Term, Term>>;

/// What the cells hold that `stores` writes on the way to `array`.
void add_cells(TermManager& terms, const z3::expr& array, z3::expr stores, Equations& equations) {
  for (; kind_of(stores) == Z3_OP_STORE && stores.num_args() == 3; stores = stores.arg(0)) {
    equations.emplace_back(Z3Access::term(terms, z3::select(array, stores.arg(1))),
                           Z3Access::term(terms, stores.arg(2)));
  }
}

Equations equations_of(TermManager& terms, const std::vector<Term>& atoms) {
  Equations result;
  for (const Term& atom : atoms) {
    const z3::expr equation = Z3Access::expression(atom);
    if (kind_of(equation) != Z3_OP_EQ) {
      continue;
    }
    const z3::expr left = equation.arg(0);
    const z3::expr right = equation.arg(1);
    if (!left.is_array()) {
      result.emplace_back(Z3Access::term(terms, left), Z3Access::term(terms, right));
    } else if (is_uninterpreted_constant(left)) {
      add_cells(terms, left, right, result);
    } else if (is_uninterpreted_constant(right)) {
      add_cells(terms, right, left, result);
    }
  }
  return result;
}

class Elimination {
public:
  explicit Elimination(TermManager& terms) : terms_(terms) {}

  void know(const std::vector<Term>& values) { known_.insert(values.begin(), values.end()); }

  /// Learns which values can be told by known ones.
  void learn(const Equations& equations) {
    for (int round = 0; round < most_rounds; ++round) {
      const std::size_t before = told_.size();
      for (const auto& [left, right] : equations) {
        learn(left, right);
        learn(right, left);
      }
      if (told_.size() == before) {
        return;
      }
    }
  }

  [[nodiscard]] Term told(const Term& term) const { return told_.empty() ? term : terms_.substitute(term, told_); }

  [[nodiscard]] bool is_known(const Term& term) const {
    return std::ranges::all_of(terms_.constants(term),
                               [this](const Term& constant) { return known_.contains(constant); });
  }

private:
  [[nodiscard]] bool is_told(const Term& value) const {
    return std::ranges::find(told_, value, &Substitution::value_type::first) != told_.end();
  }

  void learn(const Term& value, const Term& by) {
    if (!is_uninterpreted_constant(Z3Access::expression(value)) || known_.contains(value) || is_told(value)) {
      return;
    }
    // A number would be that of one branch.
    if (const Term teller = told(by); is_known(teller) && !terms_.constants(teller).empty()) {
      told_.emplace_back(value, teller);
    }
  }

  TermManager& terms_;
  std::unordered_set<Term> known_;
  Substitution told_;
};

} // namespace

std::vector<Term> guesses_behind(TermManager& terms, const Transition& transition, const std::vector<Term>& lasting,
                                 const std::vector<Term>& changing) {
  const std::vector<Term> atoms = terms.atoms(transition.relation);
  const Equations equations = equations_of(terms, atoms);
  Elimination elimination(terms);
  elimination.know(lasting);
  elimination.learn(equations);
  elimination.know(changing);
  elimination.learn(equations);
  std::vector<Term> result;
  const auto add = [&](const Term& formula) {
    const Term told = elimination.told(formula);
    if (elimination.is_known(told) && !terms.constants(told).empty()) {
      result.push_back(told);
    }
  };
  for (const auto& [left, right] : equations) {
    if (!(elimination.told(left) == elimination.told(right))) {
      add(terms.equal(left, right));
    }
  }
  for (const Term& atom : atoms) {
    if (!elimination.is_known(atom)) {
      add(atom);
    }
  }
  return result;
}

std::vector<Cell> integer_cells(TermManager& terms, const Term& formula) {
  std::vector<Cell> result;
  std::unordered_set<unsigned> seen;
  std::vector<z3::expr> open = {Z3Access::expression(formula)};
  while (!open.empty()) {
    const z3::expr part = open.back();
    open.pop_back();
    if (!part.is_app() || !seen.insert(part.id()).second) {
      continue;
    }
    if (part.is_int() && kind_of(part) == Z3_OP_SELECT && part.arg(1).is_int() &&
        is_uninterpreted_constant(part.arg(1))) {
      result.push_back({Z3Access::term(terms, part.arg(1)), Z3Access::term(terms, part)});
    }
    for (unsigned i = 0; i < part.num_args(); ++i) {
      open.push_back(part.arg(i));
    }
  }
  return result;
}

} // namespace vouch::smt
