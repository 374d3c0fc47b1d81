#include "analysis/refinement/proof_check.hpp"

#include "analysis/cfa/call_graph.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/block_symbols.hpp"
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
  std::optional<cfa::FunctionId> crossed; ///< `edge` calls this function, which has a proof; `point` is behind its return
  bool is_followed = true;                ///< false: nothing can follow at `point`
};

/// What the proofs of one function make of its calls.
struct FunctionContract {
  std::vector<smt::Term> entries;          ///< one must hold at the entry
  std::vector<smt::Term> followed_entries; ///< those of proofs that serve where something may follow
  domains::BlockSummary summary;           ///< of the latter
};
using FunctionContracts = std::map<cfa::FunctionId, FunctionContract>;

class ProgramWalk {
public:
  /// The walk is in a function of its own if `own` is set.
  ProgramWalk(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const Proof& proof,
              const FunctionContracts& contracts, const FunctionProof* own)
      : cfa_(cfa), targets_(targets), proof_(proof), contracts_(contracts), own_(own) {}

  /// Where a piece of program ends.
  [[nodiscard]] bool is_cut(const ProgramPoint& point) const {
    const cfa::Location& location = cfa_.location(point.location);
    return location.is_loop_head || location.target || proof_.contains(point) || is_own_exit(point);
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
    Successor successor{id, {edge.target, point.calls}, std::nullopt, std::nullopt, true};
    const auto* call = std::get_if<cfa::Call>(&edge.operation);
    if (call != nullptr && contracts_.contains(call->callee)) {
      successor.point.location = cfa_.edge(cfa_.return_of(id)).target;
      successor.crossed = call->callee;
      if (cfa_.location(successor.point.location).target) {
        successor.forbidden = core::TargetKey{core::TargetKind::Property, successor.point.location};
      }
      successor.is_followed = successor.forbidden || is_target_ahead(successor.point);
      return successor;
    }
    if (call != nullptr) {
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
    return targets_.is_target_ahead(point.location) || (own_ != nullptr && own_->is_followed) ||
           std::any_of(point.calls.begin(), point.calls.end(),
                       [this](cfa::EdgeId call) { return targets_.is_target_behind(call); });
  }

  [[nodiscard]] bool is_recursive(const ProgramPoint& point, const cfa::Edge& call) const {
    const cfa::FunctionId callee = cfa_.location(call.target).function;
    return cfa_.location(call.source).function == callee ||
           std::any_of(point.calls.begin(), point.calls.end(),
                       [&](cfa::EdgeId open) { return cfa_.location(cfa_.edge(open).source).function == callee; });
  }

  [[nodiscard]] bool is_own_exit(const ProgramPoint& point) const {
    return own_ != nullptr && point.calls.empty() && cfa_.function(own_->block.block.function).exit == point.location;
  }

  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const Proof& proof_;
  const FunctionContracts& contracts_;
  const FunctionProof* own_;
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
    if (!successor.is_followed || successor.forbidden || walk.is_cut(successor.point)) {
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
  Checker(const Proof& proof, const FunctionContracts& contracts, const FunctionProof* own, const cfa::Cfa& cfa,
          const cfa::TargetReachability& targets, const std::unordered_set<cfa::FunctionId>& recursive,
          const core::TargetKeys& excluded, smt::Encoder& encoder, RunContext& context)
      : proof_(proof), contracts_(contracts), cfa_(cfa), recursive_(recursive), excluded_(excluded), encoder_(encoder),
        context_(context), walk_(cfa, targets, proof, contracts, own), own_(own),
        encoded_paths_(paths_, encoder.terms(), encoder) {}

  /// That every run from `start` for which `entry` holds stays within the proof.
  ProofVerdict check(cfa::LocationId start, const smt::Term& entry) {
    ProgramPoint first{start, {}};
    auto found = proof_.find(first);
    if (found == proof_.end() || std::find(found->second.begin(), found->second.end(), entry) == found->second.end()) {
      return ProofRejected{"not every run starts in the proof"};
    }
    for (const auto& [point, formulas] : proof_) {
      const bool is_exit = own_ != nullptr && point.calls.empty() &&
                           point.location == cfa_.function(own_->block.block.function).exit;
      if (is_exit || cfa_.location(point.location).target) {
        continue; // nothing follows; that a target is not reached is checked where it would be
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
        domains::PathFormulaId path = paths_.extend(before(paths.at(point), successor), successor.edge);
        if (successor.crossed) {
          const FunctionContract& contract = contracts_.at(*successor.crossed);
          obligations.push_back(
              {path, successor.edge, successor.is_followed ? contract.followed_entries : contract.entries});
          if (!successor.is_followed) {
            continue;
          }
          path = across(path, successor, contract);
        }
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

  domains::PathFormulaId before(domains::PathFormulaId path, const Successor& successor) {
    const bool calls_itself = successor.crossed && recursive_.contains(*successor.crossed);
    return calls_itself ? paths_.save(path, *successor.crossed) : path;
  }

  /// From the entry of a function with a contract to behind its return.
  domains::PathFormulaId across(domains::PathFormulaId path, const Successor& successor,
                                const FunctionContract& contract) {
    path = paths_.summarise(path, domains::BlockSummary(contract.summary));
    if (recursive_.contains(*successor.crossed)) {
      path = paths_.restore(path, *successor.crossed);
    }
    return paths_.extend(path, cfa_.return_of(successor.edge));
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
  const FunctionContracts& contracts_;
  const cfa::Cfa& cfa_;
  const std::unordered_set<cfa::FunctionId>& recursive_;
  const core::TargetKeys& excluded_;
  smt::Encoder& encoder_;
  RunContext& context_;
  ProgramWalk walk_;
  const FunctionProof* own_;
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

namespace {

/// Behind the return: the exit formulas of each proof hold whose entry formula held.
FunctionContracts contracts_of(std::span<const FunctionProof> functions, const cfa::Cfa& cfa, smt::Encoder& encoder) {
  const domains::BlockSymbols symbols(cfa, encoder);
  smt::TermManager& terms = encoder.terms();
  FunctionContracts contracts;
  std::map<cfa::FunctionId, std::vector<smt::Term>> implications;
  for (const FunctionProof& proof : functions) {
    const cfa::FunctionId function = proof.block.block.function;
    FunctionContract& contract = contracts[function];
    contract.summary.written = symbols.changed(proof.block);
    contract.entries.push_back(proof.entry);
    if (!proof.is_followed) {
      continue;
    }
    contract.followed_entries.push_back(proof.entry);
    smt::Substitution at_entry;
    for (smt::SymbolId symbol : symbols.named_at_entry(proof.block)) {
      at_entry.emplace_back(encoder.symbol(symbol), encoder.symbol(encoder.entry_value_of(symbol)));
    }
    auto exits = proof.points.find({cfa.function(function).exit, {}});
    implications[function].push_back(
        terms.implies(terms.substitute(proof.entry, at_entry),
                      terms.logical_or(exits != proof.points.end() ? exits->second : std::vector<smt::Term>())));
  }
  for (auto& [function, contract] : contracts) {
    contract.summary.formula = terms.logical_and(implications[function]);
    contract.summary.exit =
        std::make_shared<const domains::Abstraction>(domains::Abstraction{contract.summary.formula, {}, {}, nullptr, {}});
  }
  return contracts;
}

} // namespace

ProofVerdict check_proof(const Proof& proof, std::span<const FunctionProof> functions, const cfa::Cfa& cfa,
                         const cfa::TargetReachability& targets, cfa::LocationId start,
                         const core::TargetKeys& excluded, smt::Encoder& encoder, RunContext& context) {
  const FunctionContracts contracts = contracts_of(functions, cfa, encoder);
  const std::unordered_set<cfa::FunctionId> recursive =
      contracts.empty() ? std::unordered_set<cfa::FunctionId>() : cfa::CallGraph(cfa).recursive_functions();
  ProofVerdict verdict = Checker(proof, contracts, nullptr, cfa, targets, recursive, excluded, encoder, context)
                             .check(start, encoder.terms().boolean(true));
  const domains::BlockSymbols symbols(cfa, encoder);
  for (const FunctionProof& function : functions) {
    if (!std::holds_alternative<ProofAccepted>(verdict)) {
      return verdict;
    }
    const smt::Term entry = encoder.terms().logical_and(function.entry, symbols.entry_equalities(function.block));
    Proof points = function.points;
    const cfa::LocationId start_of_function = cfa.function(function.block.block.function).entry;
    points[{start_of_function, {}}] = {entry};
    verdict = Checker(points, contracts, &function, cfa, targets, recursive, excluded, encoder, context)
                  .check(start_of_function, entry);
  }
  return verdict;
}

} // namespace vouch::refinement
