#include "analysis/smt/interpolation/affine_equalities.hpp"

#include "analysis/smt/terms/linear.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <deque>

/// Karr's domain (Affine Relationships Among Variables of a Program, Acta Informatica 1976), with the best abstract
/// transformer computed by a solver (Reps, Sagiv, Yorsh: Symbolic Implementation of the Best Transformer, VMCAI 2004).
///
/// Invariant: the space of a predicate is spanned by values that it takes in some derivation of the abstraction so far,
/// so it is within the result; when no clause has a model that leaves the space of its head, it is the result.
///
/// Example: `x = y = 0; while (*) { x++; y += 2; }`. The first model gives the point (0, 0). The loop's clause has a
/// model that leaves it, (1, 2): now the space is the line through both, that is y = 2x, and no model leaves that.
/// Every model adds a dimension, so a predicate of k symbols grows at most k + 1 times.
namespace vouch::smt {

namespace {

using Vector = std::vector<Rational>;

/// An affine subspace by a point and a basis of directions in reduced row echelon form.
class AffineSpace {
public:
  [[nodiscard]] bool is_empty() const { return point_.empty() && !reached_; }

  void include(const Vector& point) {
    if (!reached_) {
      reached_ = true;
      point_ = point;
      return;
    }
    Vector direction(point.size());
    for (std::size_t i = 0; i < point.size(); ++i) {
      direction[i] = point[i] - point_[i];
    }
    for (std::size_t row = 0; row < basis_.size(); ++row) {
      eliminate(direction, basis_[row], pivots_[row]);
    }
    auto nonzero = std::find_if(direction.begin(), direction.end(), [](const Rational& value) { return value != 0; });
    if (nonzero == direction.end()) {
      return;
    }
    auto pivot = static_cast<std::size_t>(nonzero - direction.begin());
    const Rational scale = *nonzero;
    for (Rational& value : direction) {
      value /= scale;
    }
    for (Vector& other : basis_) {
      eliminate(other, direction, pivot);
    }
    basis_.push_back(std::move(direction));
    pivots_.push_back(pivot);
  }

  /// One equation per column without a pivot: its coefficients are orthogonal to every direction.
  [[nodiscard]] std::vector<Linear> equations(const std::vector<Term>& symbols) const {
    std::vector<Linear> result;
    for (std::size_t column = 0; column < symbols.size(); ++column) {
      if (std::find(pivots_.begin(), pivots_.end(), column) != pivots_.end()) {
        continue;
      }
      Linear equation;
      auto put = [&](std::size_t at, const Rational& coefficient) {
        if (coefficient != 0) {
          equation.coefficients.emplace(symbols[at], coefficient);
          equation.offset -= coefficient * point_[at];
        }
      };
      put(column, 1);
      for (std::size_t row = 0; row < basis_.size(); ++row) {
        put(pivots_[row], -basis_[row][column]);
      }
      result.push_back(std::move(equation));
    }
    return result;
  }

private:
  static void eliminate(Vector& from, const Vector& row, std::size_t pivot) {
    const Rational factor = from[pivot];
    if (factor == 0) {
      return;
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
      from[i] -= factor * row[i];
    }
  }

  bool reached_ = false;
  Vector point_;
  std::vector<Vector> basis_;
  std::vector<std::size_t> pivots_;
};

class Analysis {
public:
  Analysis(TermManager& terms, RunContext& context, const HornSystem& system, const std::vector<Term>& rigid,
           std::chrono::milliseconds limit)
      : terms_(terms), context_(context), system_(system), end_(ProcessorClock::now() + limit),
        spaces_(system.parameters.size()) {
    for (const std::vector<Term>& parameters : system.parameters) {
      std::vector<Term>& integers = symbols_.emplace_back();
      std::copy_if(parameters.begin(), parameters.end(), std::back_inserter(integers), [&](const Term& symbol) {
        return symbol.sort().kind == SortKind::Integer && std::find(rigid.begin(), rigid.end(), symbol) == rigid.end();
      });
    }
  }

  std::optional<std::vector<Term>> run() {
    std::deque<std::size_t> pending(system_.clauses.size());
    for (std::size_t i = 0; i < pending.size(); ++i) {
      pending[i] = i;
    }
    while (!pending.empty()) {
      const HornClause& clause = system_.clauses[pending.front()];
      pending.pop_front();
      std::optional<bool> grown = propagate(clause);
      if (!grown) {
        return std::nullopt;
      }
      for (std::size_t i = 0; *grown && i < system_.clauses.size(); ++i) {
        const std::vector<HornAtom>& body = system_.clauses[i].body;
        bool depends = std::any_of(body.begin(), body.end(),
                                   [&](const HornAtom& atom) { return atom.predicate == clause.head->predicate; });
        if (depends && std::find(pending.begin(), pending.end(), i) == pending.end()) {
          pending.push_back(i);
        }
      }
    }
    std::vector<Term> result;
    for (std::size_t predicate = 0; predicate < spaces_.size(); ++predicate) {
      auto formula = equalities(predicate);
      if (!formula) {
        return std::nullopt;
      }
      result.push_back(*formula);
    }
    return result;
  }

private:
  /// Whether the space of the head has grown; nothing if the solver or the clock gave up.
  std::optional<bool> propagate(const HornClause& clause) {
    if (!clause.head || std::any_of(clause.body.begin(), clause.body.end(),
                                    [&](const HornAtom& atom) { return spaces_[atom.predicate].is_empty(); })) {
      return false;
    }
    Solver solver(terms_, context_);
    solver.add(clause.constraint);
    for (const HornAtom& atom : clause.body) {
      auto before = equalities(atom.predicate);
      if (!before) {
        return std::nullopt;
      }
      solver.add(said_of(terms_, system_, atom, *before));
    }
    for (bool grown = false;; grown = true) {
      auto within = equalities(clause.head->predicate);
      auto left = time_until(end_);
      if (!within || left.count() == 0) {
        return std::nullopt;
      }
      solver.push();
      solver.add(terms_.logical_not(said_of(terms_, system_, *clause.head, *within)));
      SolverAnswer answer = solver.check(left);
      if (std::holds_alternative<Unsatisfiable>(answer)) {
        return grown;
      }
      const auto* satisfiable = std::get_if<Satisfiable>(&answer);
      if (satisfiable == nullptr || !include(satisfiable->model, *clause.head)) {
        return std::nullopt;
      }
      solver.pop();
    }
  }

  bool include(const Model& model, const HornAtom& head) {
    Vector point;
    for (const Term& symbol : symbols_[head.predicate]) {
      auto value = model.value(said_of(terms_, system_, head, symbol));
      if (!value) {
        return false;
      }
      point.emplace_back(boost::multiprecision::cpp_int(cfa::to_string(*value)));
    }
    spaces_[head.predicate].include(point);
    return true;
  }

  std::optional<Term> equalities(std::size_t predicate) {
    if (spaces_[predicate].is_empty()) {
      return terms_.boolean(false);
    }
    std::vector<Term> conjuncts;
    for (const Linear& equation : spaces_[predicate].equations(symbols_[predicate])) {
      auto formula = equal_to_zero(terms_, equation);
      if (!formula) {
        return std::nullopt;
      }
      conjuncts.push_back(*formula);
    }
    return terms_.logical_and(conjuncts);
  }

  TermManager& terms_;
  RunContext& context_;
  const HornSystem& system_;
  ProcessorClock::time_point end_;
  std::vector<AffineSpace> spaces_;
  std::vector<std::vector<Term>> symbols_;
};

} // namespace

std::optional<std::vector<Term>> affine_equalities(TermManager& terms, RunContext& context, const HornSystem& system,
                                                   const std::vector<Term>& rigid, std::chrono::milliseconds limit) {
  return Analysis(terms, context, system, rigid, limit).run();
}

} // namespace vouch::smt
