#include "analysis/smt/inductive_core.hpp"

#include <algorithm>
#include <deque>

/// Starts from what the edges to the error need and adds, edge by edge, what the conjuncts found so far need, each time
/// from an unsatisfiable core (as Ivrii, Gurfinkel, Belov minimise inductive invariants: Small Inductive Safe
/// Invariants, FMCAD 2014).
///
/// Invariant: whatever is needed at a node is implied along every edge whose obligation was handled, by what is needed
/// at the edge's source. When no obligation is left, what is needed is inductive and excludes the error.
namespace vouch::smt {

namespace {

class Minimiser {
public:
  Minimiser(TermManager& terms, RunContext& context, const Path& path, const PathProgram& program,
            const std::vector<Term>& invariants, std::chrono::milliseconds limit)
      : terms_(terms), context_(context), path_(path), program_(program),
        end_(std::chrono::steady_clock::now() + limit), needed_(program.live.size()) {
    for (const Term& invariant : invariants) {
      conjuncts_.push_back(terms.conjuncts(invariant));
    }
  }

  std::optional<std::vector<Term>> run() {
    for (std::size_t i = 0; i < program_.edges.size(); ++i) {
      if (!program_.edges[i].target) {
        pending_.push_back({i, terms_.boolean(false)});
      }
    }
    while (!pending_.empty()) {
      const Obligation next = pending_.front();
      pending_.pop_front();
      if (!handle(program_.edges[next.edge], next.conclusion)) {
        return std::nullopt;
      }
    }
    std::vector<Term> result;
    for (const std::vector<Term>& node : needed_) {
      result.push_back(terms_.logical_and(node));
    }
    return result;
  }

private:
  struct Obligation {
    std::size_t edge;
    Term conclusion; ///< over the state at the edge's target
  };

  bool handle(const PathProgramEdge& edge, const Term& conclusion) {
    Solver solver(terms_, context_);
    solver.add(path_.background);
    solver.add(edge.transition.relation);
    solver.add(terms_.logical_not(at_exit(terms_, edge.transition, conclusion)));
    if (!edge.source) {
      return is_refuted(solver, {}).has_value();
    }
    std::vector<Term>& needed = needed_[*edge.source];
    if (is_refuted(solver, needed)) {
      return true;
    }
    std::optional<std::vector<Term>> core = is_refuted(solver, conjuncts_[*edge.source]);
    if (!core) {
      return false;
    }
    for (const Term& conjunct : reduced(solver, *core, *edge.source)) {
      if (std::find(needed.begin(), needed.end(), conjunct) == needed.end()) {
        needed.push_back(conjunct);
        for (std::size_t i = 0; i < program_.edges.size(); ++i) {
          if (program_.edges[i].target == edge.source) {
            pending_.push_back({i, conjunct});
          }
        }
      }
    }
    return true;
  }

  /// The core if `assumptions` contradict the solver's assertions; nothing if they do not, or if time is over.
  std::optional<std::vector<Term>> is_refuted(Solver& solver, const std::vector<Term>& assumptions) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      return std::nullopt;
    }
    SolverAnswer answer = solver.check_assuming(assumptions, left);
    if (auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
      return std::move(unsatisfiable->core);
    }
    return std::nullopt;
  }

  /// `core` without what it does not need. The last conjuncts of the invariant are tried first, those that are needed
  /// anyhow not at all.
  std::vector<Term> reduced(Solver& solver, std::vector<Term> core, std::size_t node) {
    const std::vector<Term>& order = conjuncts_[node];
    const std::vector<Term>& needed = needed_[node];
    for (auto candidate = order.rbegin(); candidate != order.rend(); ++candidate) {
      auto place = std::find(core.begin(), core.end(), *candidate);
      if (place == core.end() || std::find(needed.begin(), needed.end(), *candidate) != needed.end()) {
        continue;
      }
      std::vector<Term> without = needed;
      std::copy_if(core.begin(), core.end(), std::back_inserter(without), [&](const Term& conjunct) {
        return !(conjunct == *candidate) && std::find(needed.begin(), needed.end(), conjunct) == needed.end();
      });
      if (auto smaller = is_refuted(solver, without)) {
        core = std::move(*smaller);
      }
    }
    return core;
  }

  TermManager& terms_;
  RunContext& context_;
  const Path& path_;
  const PathProgram& program_;
  std::chrono::steady_clock::time_point end_;
  std::vector<std::vector<Term>> conjuncts_;
  std::vector<std::vector<Term>> needed_;
  std::deque<Obligation> pending_;
};

} // namespace

std::optional<std::vector<Term>> inductive_core(TermManager& terms, RunContext& context, const Path& path,
                                                const PathProgram& program, const std::vector<Term>& invariants,
                                                std::chrono::milliseconds limit) {
  return Minimiser(terms, context, path, program, invariants, limit).run();
}

} // namespace vouch::smt
