#include "analysis/smt/affine_equalities.hpp"

#include "analysis/smt/linear.hpp"

#include <algorithm>
#include <deque>

/// Karr's domain (Affine Relationships Among Variables of a Program, Acta Informatica 1976), with the best abstract
/// transformer computed by a solver (Reps, Sagiv, Yorsh: Symbolic Implementation of the Best Transformer, VMCAI 2004).
///
/// Invariant: the space of a node is spanned by values that the node takes in some run of the abstraction so far, so it
/// is within the result; when no edge has a model that leaves the space of its target, it is the result.
///
/// Example: `x = y = 0; while (*) { x++; y += 2; }`. The first model gives the point (0, 0). The loop's edge has a
/// model that leaves it, (1, 2): now the space is the line through both, that is y = 2x, and no model leaves that.
/// Every model adds a dimension, so a node with k symbols is visited at most k + 1 times.
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
  Analysis(TermManager& terms, RunContext& context, const Path& path, const PathProgram& program,
           std::chrono::milliseconds limit)
      : terms_(terms), context_(context), path_(path), program_(program),
        end_(std::chrono::steady_clock::now() + limit), spaces_(program.live.size()) {
    for (const std::vector<Term>& live : program.live) {
      std::vector<Term>& integers = symbols_.emplace_back();
      std::copy_if(live.begin(), live.end(), std::back_inserter(integers),
                   [](const Term& symbol) { return symbol.sort().kind == SortKind::Integer; });
    }
  }

  std::optional<std::vector<Term>> run() {
    std::deque<std::size_t> pending(program_.edges.size());
    for (std::size_t i = 0; i < pending.size(); ++i) {
      pending[i] = i;
    }
    while (!pending.empty()) {
      const PathProgramEdge& edge = program_.edges[pending.front()];
      pending.pop_front();
      std::optional<bool> grown = propagate(edge);
      if (!grown) {
        return std::nullopt;
      }
      for (std::size_t i = 0; *grown && i < program_.edges.size(); ++i) {
        bool leaves_target = program_.edges[i].source == edge.target;
        if (leaves_target && std::find(pending.begin(), pending.end(), i) == pending.end()) {
          pending.push_back(i);
        }
      }
    }
    std::vector<Term> result;
    for (std::size_t node = 0; node < spaces_.size(); ++node) {
      auto formula = equalities(node);
      if (!formula) {
        return std::nullopt;
      }
      result.push_back(*formula);
    }
    return result;
  }

private:
  /// Whether the target's space has grown; nothing if the solver or the clock gave up.
  std::optional<bool> propagate(const PathProgramEdge& edge) {
    if (!edge.target || (edge.source && spaces_[*edge.source].is_empty())) {
      return false;
    }
    Solver solver(terms_, context_);
    solver.add(path_.background);
    solver.add(edge.transition.relation);
    if (edge.source) {
      auto before = equalities(*edge.source);
      if (!before) {
        return std::nullopt;
      }
      solver.add(*before);
    }
    for (bool grown = false;; grown = true) {
      auto within = equalities(*edge.target);
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - std::chrono::steady_clock::now());
      if (!within || left.count() <= 0) {
        return std::nullopt;
      }
      solver.push();
      solver.add(terms_.logical_not(at_exit(terms_, edge.transition, *within)));
      SolverAnswer answer = solver.check(left);
      if (std::holds_alternative<Unsatisfiable>(answer)) {
        return grown;
      }
      const auto* satisfiable = std::get_if<Satisfiable>(&answer);
      if (satisfiable == nullptr || !include(satisfiable->model, edge)) {
        return std::nullopt;
      }
      solver.pop();
    }
  }

  bool include(const Model& model, const PathProgramEdge& edge) {
    Vector point;
    for (const Term& symbol : symbols_[*edge.target]) {
      auto value = model.value(at_exit(terms_, edge.transition, symbol));
      if (!value) {
        return false;
      }
      point.emplace_back(boost::multiprecision::cpp_int(cfa::to_string(*value)));
    }
    spaces_[*edge.target].include(point);
    return true;
  }

  std::optional<Term> equalities(std::size_t node) {
    if (spaces_[node].is_empty()) {
      return terms_.boolean(false);
    }
    std::vector<Term> conjuncts;
    for (const Linear& equation : spaces_[node].equations(symbols_[node])) {
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
  const Path& path_;
  const PathProgram& program_;
  std::chrono::steady_clock::time_point end_;
  std::vector<AffineSpace> spaces_;
  std::vector<std::vector<Term>> symbols_;
};

} // namespace

std::optional<std::vector<Term>> affine_equalities(TermManager& terms, RunContext& context, const Path& path,
                                                   const PathProgram& program, std::chrono::milliseconds limit) {
  return Analysis(terms, context, path, program, limit).run();
}

} // namespace vouch::smt
