#include "analysis/refinement/proof_check.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/call_stack.hpp"
#include "analysis/domains/path_formula.hpp"
#include "analysis/domains/predicate_analysis.hpp"

#include <algorithm>

namespace vouch::refinement {
namespace {

ProgramPoint point_of(const core::AbstractState& state) {
  const auto& stack = core::component<domains::CallStackState>(state);
  ProgramPoint point{core::component<domains::PredicateState>(state).location, {}};
  for (const domains::CallFrame* frame = stack.top.get(); frame != nullptr; frame = frame->below.get()) {
    point.calls.push_back(frame->call);
  }
  std::reverse(point.calls.begin(), point.calls.end());
  return point;
}

/// What follows an edge: another point, or something that the program must not do.
struct Successor {
  cfa::EdgeId edge;
  ProgramPoint point;
  std::optional<core::TargetKey> forbidden;
};

class ProgramWalk {
public:
  ProgramWalk(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const Proof& proof)
      : cfa_(cfa), targets_(targets), proof_(proof) {}

  /// Where a piece of program ends.
  [[nodiscard]] bool is_cut(const ProgramPoint& point) const {
    const cfa::Location& location = cfa_.location(point.location);
    return location.is_loop_head || location.target || proof_.contains(point);
  }

  [[nodiscard]] std::vector<Successor> successors(const ProgramPoint& point) const {
    std::vector<Successor> result;
    for (cfa::EdgeId id : cfa_.outgoing(point.location)) {
      if (auto successor = follow(point, id)) {
        result.push_back(std::move(*successor));
      }
    }
    return result;
  }

private:
  [[nodiscard]] std::optional<Successor> follow(const ProgramPoint& point, cfa::EdgeId id) const {
    const cfa::Edge& edge = cfa_.edge(id);
    Successor successor{id, {edge.target, point.calls}, std::nullopt};
    if (std::holds_alternative<cfa::Call>(edge.operation)) {
      if (is_recursive(point, edge)) {
        successor.forbidden = core::TargetKey{core::TargetKind::Recursion, edge.source};
      }
      successor.point.calls.push_back(id);
    } else if (const auto* return_edge = std::get_if<cfa::Return>(&edge.operation)) {
      if (point.calls.empty() || point.calls.back() != return_edge->call) {
        return std::nullopt;
      }
      successor.point.calls.pop_back();
    } else if (std::holds_alternative<cfa::Unsupported>(edge.operation)) {
      successor.forbidden = core::TargetKey{core::TargetKind::Unsupported, edge.source};
    }
    if (cfa_.location(edge.target).target) {
      successor.forbidden = core::TargetKey{core::TargetKind::Property, edge.target};
    }
    if (!successor.forbidden && !is_target_ahead(successor.point)) {
      return std::nullopt;
    }
    return successor;
  }

  [[nodiscard]] bool is_target_ahead(const ProgramPoint& point) const {
    return targets_.is_target_ahead(point.location) ||
           std::any_of(point.calls.begin(), point.calls.end(),
                       [this](cfa::EdgeId call) { return targets_.is_target_behind(call); });
  }

  [[nodiscard]] bool is_recursive(const ProgramPoint& point, const cfa::Edge& call) const {
    const cfa::FunctionId callee = cfa_.location(call.target).function;
    return cfa_.location(call.source).function == callee ||
           std::any_of(point.calls.begin(), point.calls.end(),
                       [&](cfa::EdgeId open) { return cfa_.location(cfa_.edge(open).source).function == callee; });
  }

  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const Proof& proof_;
};

/// The points from `start` to the next cuts, each behind those that lead to it; nothing if they form a loop.
std::optional<std::vector<ProgramPoint>> points_behind(const ProgramPoint& start, const ProgramWalk& walk) {
  struct Visit {
    ProgramPoint point;
    std::vector<Successor> successors;
    std::size_t next = 0;
  };
  std::map<ProgramPoint, bool> is_open = {{start, true}};
  std::vector<ProgramPoint> finished;
  std::vector<Visit> open = {{start, walk.successors(start)}};
  while (!open.empty()) {
    Visit& visit = open.back();
    if (visit.next == visit.successors.size()) {
      is_open[visit.point] = false;
      finished.push_back(visit.point);
      open.pop_back();
      continue;
    }
    const Successor& successor = visit.successors[visit.next++];
    if (successor.forbidden || walk.is_cut(successor.point)) {
      continue;
    }
    auto [known, is_new] = is_open.try_emplace(successor.point, true);
    if (is_new) {
      open.push_back({successor.point, walk.successors(successor.point)});
    } else if (known->second) {
      return std::nullopt;
    }
  }
  std::reverse(finished.begin(), finished.end());
  return finished;
}

class Checker {
public:
  Checker(const Proof& proof, const cfa::Cfa& cfa, const cfa::TargetReachability& targets,
          const core::TargetKeys& excluded, smt::Encoder& encoder, RunContext& context)
      : proof_(proof), cfa_(cfa), excluded_(excluded), encoder_(encoder), context_(context), walk_(cfa, targets, proof),
        encoded_paths_(paths_, encoder.terms(), encoder) {}

  ProofVerdict check(cfa::LocationId start) {
    ProgramPoint first{start, {}};
    auto found = proof_.find(first);
    if (found == proof_.end() || !std::any_of(found->second.begin(), found->second.end(),
                                              [](const smt::Term& formula) { return formula.is_true(); })) {
      return ProofRejected{"not every run starts in the proof"};
    }
    for (const auto& [point, formulas] : proof_) {
      if (cfa_.location(point.location).target) {
        continue; // nothing follows; that it is not reached is checked where it would be
      }
      ProofVerdict verdict = check_from(point, formulas);
      if (!std::holds_alternative<ProofAccepted>(verdict)) {
        return verdict;
      }
    }
    return ProofAccepted{};
  }

private:
  /// A piece of program, and what must hold behind it; no formulas: it must not be possible.
  struct Obligation {
    domains::PathFormulaId path;
    cfa::EdgeId last_edge;
    std::vector<smt::Term> claims;
  };

  ProofVerdict check_from(const ProgramPoint& point, const std::vector<smt::Term>& formulas) {
    std::optional<std::vector<ProgramPoint>> points = points_behind(point, walk_);
    if (!points) {
      return ProofRejected{"a loop without an invariant" + behind(point)};
    }
    std::vector<Obligation> obligations = obligations_of(point, *points);
    for (const Obligation& obligation : obligations) {
      for (const smt::Term& formula : formulas) {
        context_.check();
        ProofVerdict verdict = discharge(formula, obligation);
        if (!std::holds_alternative<ProofAccepted>(verdict)) {
          return verdict;
        }
      }
    }
    return ProofAccepted{};
  }

  std::vector<Obligation> obligations_of(const ProgramPoint& start, const std::vector<ProgramPoint>& points) {
    std::vector<Obligation> obligations;
    std::map<ProgramPoint, domains::PathFormulaId> paths = {{start, paths_.start()}};
    std::map<ProgramPoint, std::size_t> at_cut;
    for (const ProgramPoint& point : points) {
      for (const Successor& successor : walk_.successors(point)) {
        domains::PathFormulaId path = paths_.extend(paths.at(point), successor.edge);
        if (successor.forbidden) {
          if (!excluded_.contains(*successor.forbidden)) {
            obligations.push_back({path, successor.edge, {}});
          }
        } else if (walk_.is_cut(successor.point)) {
          auto [known, is_new] = at_cut.try_emplace(successor.point, obligations.size());
          if (is_new) {
            obligations.push_back({path, successor.edge, claims_at(successor.point)});
          } else {
            Obligation& obligation = obligations[known->second];
            obligation.path = paths_.merge(obligation.path, path);
          }
        } else if (auto known = paths.find(successor.point); known != paths.end()) {
          known->second = paths_.merge(known->second, path);
        } else {
          paths.emplace(successor.point, path);
        }
      }
    }
    return obligations;
  }

  [[nodiscard]] std::vector<smt::Term> claims_at(const ProgramPoint& point) const {
    auto found = proof_.find(point);
    return found != proof_.end() ? found->second : std::vector<smt::Term>();
  }

  ProofVerdict discharge(const smt::Term& formula, const Obligation& obligation) {
    smt::TermManager& terms = encoder_.terms();
    const domains::EncodedPathFormula encoded = encoded_paths_.encode(obligation.path);
    std::vector<smt::Term> conjuncts = {encoder_.instantiate(formula, smt::SsaMap()), encoded.formula};
    for (const smt::Term& claim : obligation.claims) {
      conjuncts.push_back(terms.logical_not(encoder_.instantiate(claim, encoded.ssa)));
    }
    const smt::Term query = terms.logical_and(conjuncts);
    smt::Solver solver(terms, context_, smt::SolverStrategy::OneQuery);
    solver.add(query);
    solver.add(encoder_.background(query));
    solver.add(ranges_in(query));
    const smt::SolverAnswer answer = solver.check();
    if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
      return ProofAccepted{};
    }
    const std::string place = to_string(cfa_.edge(obligation.last_edge).range);
    if (const auto* undecided = std::get_if<smt::Undecided>(&answer)) {
      return ProofUnchecked{undecided->reason + " at " + place};
    }
    return ProofRejected{"not inductive at " + place};
  }

  /// Every value that a run has at some time is within the range of its type.
  smt::Term ranges_in(const smt::Term& query) {
    std::vector<smt::Term> ranges;
    for (const smt::Term& constant : encoder_.terms().constants(query)) {
      if (auto indexed = encoder_.find(constant)) {
        ranges.push_back(encoder_.in_range(indexed->symbol, constant));
      }
    }
    return encoder_.terms().logical_and(ranges);
  }

  [[nodiscard]] std::string behind(const ProgramPoint& point) const {
    return " behind " + to_string(cfa_.location(point.location).range);
  }

  const Proof& proof_;
  const cfa::Cfa& cfa_;
  const core::TargetKeys& excluded_;
  smt::Encoder& encoder_;
  RunContext& context_;
  ProgramWalk walk_;
  domains::PathFormulas paths_;
  domains::PathFormulaEncoder encoded_paths_;
};

} // namespace

Proof proof_of(const core::ReachedSet& reached) {
  Proof proof;
  for (core::ArgNodeId id : reached.arg().ids()) {
    const core::ArgNode& node = reached.node(id);
    const auto& predicates = core::component<domains::PredicateState>(node.state);
    const bool is_block_end = predicates.path == domains::PathFormulas::start();
    if (node.covered_by || !is_block_end) {
      continue;
    }
    std::vector<smt::Term>& formulas = proof[point_of(node.state)];
    if (std::find(formulas.begin(), formulas.end(), predicates.abstraction->formula) == formulas.end()) {
      formulas.push_back(predicates.abstraction->formula);
    }
  }
  return proof;
}

ProofVerdict check_proof(const Proof& proof, const cfa::Cfa& cfa, const cfa::TargetReachability& targets,
                         cfa::LocationId start, const core::TargetKeys& excluded, smt::Encoder& encoder,
                         RunContext& context) {
  return Checker(proof, cfa, targets, excluded, encoder, context).check(start);
}

} // namespace vouch::refinement
