#include "analysis/proofs/proof_check.hpp"

#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/proofs/program_walk.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <algorithm>

namespace vouch::proofs {
namespace {

/// What all parts of one check have in common.
struct CheckScope : ProofScope {
  CheckScope(const ProofScope& scope, std::span<const BlockClaim> claims)
      : ProofScope(scope), contracts(contracts_of(claims, cfa, encoder)) {
    if (!contracts.empty()) {
      recursive = facts::CallGraph(cfa).recursive_functions();
    }
  }

  BlockContracts contracts;
  std::unordered_set<cfa::FunctionId> recursive;
};

/// Checks the proof of the program, or that of one claim.
class Checker {
public:
  Checker(const Proof& proof, const BlockClaim* own, const CheckScope& scope)
      : proof_(proof), scope_(scope), walk_(scope.cfa, scope.targets, proof, scope.contracts, own),
        encoded_paths_(paths_, scope.encoder.terms(), scope.encoder) {}

  /// That every run from `start` for which `entry` holds stays within the proof.
  ProofVerdict check(cfa::LocationId start, const smt::Term& entry) {
    ProgramPoint first{start, {}};
    auto found = proof_.find(first);
    if (found == proof_.end() || std::find(found->second.begin(), found->second.end(), entry) == found->second.end()) {
      return ProofRejected{"not every run starts in the proof"};
    }
    for (const auto& [point, formulas] : proof_) {
      if (walk_.is_own_exit(point) || scope_.cfa.location(point.location).target) {
        continue; // nothing follows; that a target is not reached is checked where it would be
      }
      ProofVerdict verdict = check_from(point, formulas);
      if (!std::holds_alternative<ProofAccepted>(verdict)) {
        return verdict;
      }
    }
    return ProofAccepted{};
  }

  /// Adds to `reached` where runs may be. False: some piece of program has a loop.
  bool add_reached(std::set<cfa::LocationId>& reached, const std::function<bool(cfa::LocationId)>& of_interest) {
    for (const auto& [point, formulas] : proof_) {
      const bool is_reached =
          std::any_of(formulas.begin(), formulas.end(), [](const smt::Term& formula) { return !formula.is_false(); });
      if (!is_reached) {
        continue;
      }
      reached.insert(point.location);
      if (walk_.is_own_exit(point) || scope_.cfa.location(point.location).target) {
        continue;
      }
      const std::optional<std::vector<ProgramPoint>> points = points_behind(point, walk_);
      if (!points) {
        return false;
      }
      add_reached_behind(point, *points, reached, of_interest);
    }
    return true;
  }

private:
  /// Runs may be behind a step from where they may be, unless it is an assumption that a solver refutes.
  void add_reached_behind(const ProgramPoint& start, const std::vector<ProgramPoint>& points,
                          std::set<cfa::LocationId>& reached, const std::function<bool(cfa::LocationId)>& of_interest) {
    std::map<ProgramPoint, domains::PathFormulaId> paths = {{start, paths_.start()}};
    obligations_of(points, paths);
    std::set<ProgramPoint> here = {start};
    for (const ProgramPoint& point : points) {
      if (!here.contains(point)) {
        continue;
      }
      for (const ProgramStep& step : walk_.steps_from(point)) {
        if (step.forbidden || !step.is_followed || walk_.is_cut(step.target) || here.contains(step.target)) {
          continue;
        }
        const bool may_be_refuted = step.edge.is_valid() && of_interest(step.target.location) &&
                                    std::holds_alternative<cfa::Assume>(scope_.cfa.edge(step.edge).operation);
        if (may_be_refuted && !reached.contains(step.target.location) && is_refuted(start, paths.at(step.target))) {
          continue;
        }
        here.insert(step.target);
        reached.insert(step.target.location);
      }
    }
  }

  bool is_refuted(const ProgramPoint& start, domains::PathFormulaId path) {
    const std::vector<smt::Term>& formulas = proof_.at(start);
    return std::all_of(formulas.begin(), formulas.end(), [&](const smt::Term& formula) {
      scope_.context.check();
      const Obligation nothing{path, &scope_.cfa.location(start.location).range, {}};
      return std::holds_alternative<ProofAccepted>(discharge(formula, nothing));
    });
  }

  /// A piece of program, and what must hold behind it; no formulas: it must not be possible.
  struct Obligation {
    domains::PathFormulaId path;
    const SourceRange* place;
    std::vector<smt::Term> claims;
  };

  ProofVerdict check_from(const ProgramPoint& point, const std::vector<smt::Term>& formulas) {
    std::optional<std::vector<ProgramPoint>> points = points_behind(point, walk_);
    if (!points) {
      return ProofRejected{"a loop without an invariant behind " +
                           to_string(scope_.cfa.location(point.location).range)};
    }
    std::map<ProgramPoint, domains::PathFormulaId> paths = {{point, paths_.start()}};
    std::vector<Obligation> obligations = obligations_of(*points, paths);
    for (const Obligation& obligation : obligations) {
      for (const smt::Term& formula : formulas) {
        scope_.context.check();
        ProofVerdict verdict = discharge(formula, obligation);
        if (!std::holds_alternative<ProofAccepted>(verdict)) {
          return verdict;
        }
      }
    }
    return ProofAccepted{};
  }

  /// `paths` has the one to where the piece begins, and gets those to the points within it.
  std::vector<Obligation> obligations_of(const std::vector<ProgramPoint>& points,
                                         std::map<ProgramPoint, domains::PathFormulaId>& paths) {
    std::vector<Obligation> obligations;
    std::map<ProgramPoint, std::size_t> at_cut;
    for (const ProgramPoint& point : points) {
      if (const BlockContract::Terms* loop = walk_.loop_entered_at(point)) {
        obligations.push_back({paths.at(point), &scope_.cfa.location(point.location).range, loop->entries});
      }
      for (const ProgramStep& step : walk_.steps_from(point)) {
        const SourceRange* place =
            step.edge.is_valid() ? &scope_.cfa.edge(step.edge).range : &scope_.cfa.location(point.location).range;
        domains::PathFormulaId path = up_to_block(paths.at(point), step);
        if (step.crossed != nullptr) {
          if (step.edge.is_valid()) {
            obligations.push_back({path, place, step.crossed->entries});
          }
          if (!step.is_followed) {
            continue;
          }
          path = across_block(path, step);
        }
        if (step.forbidden) {
          if (!scope_.excluded.contains(*step.forbidden)) {
            obligations.push_back({path, place, {}});
          }
        } else if (walk_.is_cut(step.target)) {
          auto [known, is_new] = at_cut.try_emplace(step.target, obligations.size());
          if (is_new) {
            obligations.push_back({path, place, claims_at(step.target)});
          } else {
            Obligation& obligation = obligations[known->second];
            obligation.path = paths_.merge(obligation.path, path);
          }
        } else if (auto known = paths.find(step.target); known != paths.end()) {
          known->second = paths_.merge(known->second, path);
        } else {
          paths.emplace(step.target, path);
        }
      }
    }
    return obligations;
  }

  /// Behind the edge of `step`; if it crosses a block, before that block.
  domains::PathFormulaId up_to_block(domains::PathFormulaId path, const ProgramStep& step) {
    if (!step.edge.is_valid()) {
      return path;
    }
    if (const std::optional<cfa::FunctionId> function = recursive_function_crossed(step)) {
      path = paths_.save(path, *function);
    }
    return paths_.extend(path, step.edge);
  }

  domains::PathFormulaId across_block(domains::PathFormulaId path, const ProgramStep& step) {
    // Where no claim serves, the obligation is that control does not get here; so it does not get any further either.
    if (auto exit = step.crossed->exits.find(step.exit); exit != step.crossed->exits.end()) {
      path = paths_.summarise(path, domains::BlockSummary(exit->second));
    }
    if (const std::optional<cfa::FunctionId> function = recursive_function_crossed(step)) {
      path = paths_.restore(path, *function);
    }
    return step.edge.is_valid() ? paths_.extend(path, scope_.cfa.return_of(step.edge)) : path;
  }

  [[nodiscard]] std::optional<cfa::FunctionId> recursive_function_crossed(const ProgramStep& step) const {
    if (step.crossed == nullptr || !step.edge.is_valid()) {
      return std::nullopt;
    }
    const cfa::FunctionId function = std::get<cfa::Call>(scope_.cfa.edge(step.edge).operation).callee;
    return scope_.recursive.contains(function) ? std::optional(function) : std::nullopt;
  }

  [[nodiscard]] std::vector<smt::Term> claims_at(const ProgramPoint& point) const {
    auto found = proof_.find(point);
    return found != proof_.end() ? found->second : std::vector<smt::Term>();
  }

  ProofVerdict discharge(const smt::Term& formula, const Obligation& obligation) {
    smt::Encoder& encoder = scope_.encoder;
    smt::TermManager& terms = encoder.terms();
    const domains::EncodedPathFormula encoded = encoded_paths_.encode(obligation.path);
    std::vector<smt::Term> conjuncts = {encoder.instantiate(formula, smt::SsaMap()), encoded.formula};
    for (const smt::Term& claim : obligation.claims) {
      conjuncts.push_back(terms.logical_not(encoder.instantiate(claim, encoded.ssa)));
    }
    const smt::Term query = terms.logical_and(conjuncts);
    smt::Solver solver(terms, scope_.context, smt::SolverStrategy::OneQuery);
    solver.add(query);
    solver.add(encoder.background(query));
    solver.add(ranges_in(query));
    const smt::SolverAnswer answer = solver.check();
    if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
      return ProofAccepted{};
    }
    const std::string place = to_string(*obligation.place);
    if (const auto* undecided = std::get_if<smt::Undecided>(&answer)) {
      return ProofUnchecked{undecided->reason + " at " + place};
    }
    return ProofRejected{"not inductive at " + place};
  }

  /// Every value that a run has at some time is within the range of its type.
  smt::Term ranges_in(const smt::Term& query) {
    smt::Encoder& encoder = scope_.encoder;
    std::vector<smt::Term> ranges;
    for (const smt::Term& constant : encoder.terms().constants(query)) {
      if (auto indexed = encoder.find(constant)) {
        ranges.push_back(encoder.in_range(indexed->symbol, constant));
      }
    }
    return encoder.terms().logical_and(ranges);
  }

  const Proof& proof_;
  const CheckScope& scope_;
  ProgramWalk walk_;
  domains::PathFormulas paths_;
  domains::PathFormulaEncoder encoded_paths_;
};

/// At the entry of the claim's block.
smt::Term entry_formula(const BlockClaim& claim, const CheckScope& scope) {
  const domains::BlockSymbols symbols(scope.cfa, scope.encoder);
  return scope.encoder.terms().logical_and(claim.entry, symbols.entry_equalities(claim.block));
}

Proof points_of(const BlockClaim& claim, const smt::Term& entry) {
  Proof points = claim.points;
  points[{claim.block.block.entry, {}}].push_back(entry);
  return points;
}

ProofVerdict check_within(const BlockClaim& claim, const CheckScope& scope) {
  const smt::Term entry = entry_formula(claim, scope);
  return Checker(points_of(claim, entry), &claim, scope).check(claim.block.block.entry, entry);
}

ProofVerdict check_program_within(const Proof& proof, cfa::LocationId start, const CheckScope& scope) {
  return Checker(proof, nullptr, scope).check(start, scope.encoder.terms().boolean(true));
}

} // namespace

ProofVerdict check_proof(const Proof& proof, std::span<const BlockClaim> claims, cfa::LocationId start,
                         const ProofScope& scope) {
  for (const BlockClaim& claim : claims) {
    if (std::optional<std::string> objection = objection_to(claim, scope.cfa, scope.encoder)) {
      return ProofRejected{*std::move(objection)};
    }
  }
  const CheckScope check(scope, claims);
  ProofVerdict verdict = check_program_within(proof, start, check);
  for (const BlockClaim& claim : claims) {
    if (!std::holds_alternative<ProofAccepted>(verdict)) {
      return verdict;
    }
    verdict = check_within(claim, check);
  }
  return verdict;
}

ProofVerdict check_program(const Proof& proof, std::span<const BlockClaim> claims, cfa::LocationId start,
                           const ProofScope& scope) {
  return check_program_within(proof, start, CheckScope(scope, claims));
}

std::optional<std::set<cfa::LocationId>> possibly_reached(const Proof& proof, std::span<const BlockClaim> claims,
                                                          std::set<cfa::LocationId> known,
                                                          const std::function<bool(cfa::LocationId)>& of_interest,
                                                          const ProofScope& scope) {
  const CheckScope check(scope, claims);
  bool is_complete = Checker(proof, nullptr, check).add_reached(known, of_interest);
  for (const BlockClaim& claim : claims) {
    const Proof points = points_of(claim, entry_formula(claim, check));
    is_complete = is_complete && Checker(points, &claim, check).add_reached(known, of_interest);
  }
  return is_complete ? std::optional(std::move(known)) : std::nullopt;
}

std::vector<std::size_t> rejected_claims(std::span<const BlockClaim> claims, const std::vector<bool>& to_check,
                                         const ProofScope& scope) {
  std::vector<std::size_t> rejected;
  const CheckScope check(scope, claims);
  for (std::size_t index = 0; index < claims.size(); ++index) {
    if (to_check[index] && !std::holds_alternative<ProofAccepted>(check_within(claims[index], check))) {
      rejected.push_back(index);
    }
  }
  return rejected;
}

} // namespace vouch::proofs
