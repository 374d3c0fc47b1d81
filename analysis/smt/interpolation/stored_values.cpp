#include "analysis/smt/interpolation/stored_values.hpp"

#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vouch::smt {
namespace {

/// Chains of equations longer than this are left alone.
constexpr int most_rounds = 6;

using Equations = std::vector<std::pair<Term, Term>>;

/// Arrays by what they are made from.
class ArrayDefinitions {
public:
  explicit ArrayDefinitions(TermManager& terms) : terms_(terms) {}

  void add(const z3::expr& array, const z3::expr& value) {
    definitions_[Z3Access::term(terms_, array)].push_back(Z3Access::term(terms_, value));
  }

  /// What the cells of `array` hold that stores have written on the way to it, as if none was overwritten.
  void add_cells(const Term& array, Equations& equations) const {
    std::unordered_set<Term> seen;
    std::vector<Term> open = {array};
    while (!open.empty()) {
      const Term next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) {
        continue;
      }
      const z3::expr value = Z3Access::expression(next);
      if (const auto defined = definitions_.find(next); defined != definitions_.end()) {
        open.insert(open.end(), defined->second.begin(), defined->second.end());
      } else if (kind_of(value) == Z3_OP_STORE && value.num_args() == 3) {
        equations.emplace_back(Z3Access::term(terms_, z3::select(Z3Access::expression(array), value.arg(1))),
                               Z3Access::term(terms_, value.arg(2)));
        open.push_back(Z3Access::term(terms_, value.arg(0)));
      }
    }
  }

private:
  TermManager& terms_;
  std::unordered_map<Term, std::vector<Term>> definitions_;
};

/// The equations among `atoms`, and what `arrays` hold because it was stored.
Equations equations_of(TermManager& terms, const std::vector<Term>& atoms, std::span<const Term> arrays) {
  Equations result;
  ArrayDefinitions definitions(terms);
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
      definitions.add(left, right);
    } else if (is_uninterpreted_constant(right)) {
      definitions.add(right, left);
    }
  }
  for (const Term& array : arrays) {
    definitions.add_cells(array, result);
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
  std::vector<Term> arrays;
  for (const std::vector<Term>* values : {&lasting, &changing}) {
    std::ranges::copy_if(*values, std::back_inserter(arrays),
                         [](const Term& value) { return value.sort().kind == SortKind::Array; });
  }
  const Equations equations = equations_of(terms, atoms, arrays);
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
