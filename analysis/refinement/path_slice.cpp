#include "analysis/refinement/path_slice.hpp"

#include "analysis/smt/terms/solver.hpp"
#include "analysis/support/processor_clock.hpp"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace vouch::refinement {
namespace {

constexpr std::chrono::milliseconds check_limit{10000};
constexpr std::chrono::milliseconds minimisation_time{400};
constexpr std::chrono::milliseconds minimisation_check_limit{200};

/// One switch per edge, and per value known at the start of a block: whether the contribution counts.
class Switches {
public:
  explicit Switches(smt::TermManager& terms) : terms_(terms) {}

  smt::Term guard(cfa::EdgeId edge, const smt::Term& contribution) {
    if (contribution.is_true()) {
      return contribution;
    }
    auto [found, is_new] = by_edge_.try_emplace(edge);
    if (is_new) {
      found->second = added(std::to_string(edge.index()));
    }
    return terms_.implies(found->second, contribution);
  }

  smt::Term guard_value(std::size_t block, const smt::Term& fact) {
    auto [found, is_new] = by_value_.try_emplace({block, fact.id()});
    if (is_new) {
      found->second = added(std::to_string(block) + ":" + std::to_string(fact.id()));
    }
    return terms_.implies(found->second, fact);
  }

  [[nodiscard]] const std::vector<smt::Term>& all() const { return all_; }
  [[nodiscard]] const smt::Term& of(cfa::EdgeId edge) const { return by_edge_.at(edge); }
  [[nodiscard]] const smt::Term& of_value(std::size_t block, const smt::Term& fact) const {
    return by_value_.at({block, fact.id()});
  }

private:
  smt::Term added(const std::string& name) {
    all_.push_back(terms_.constant("keep:" + name, smt::Sort::boolean()));
    return all_.back();
  }

  smt::TermManager& terms_;
  std::unordered_map<cfa::EdgeId, smt::Term> by_edge_;
  std::map<std::pair<std::size_t, unsigned>, smt::Term> by_value_;
  std::vector<smt::Term> all_;
};

/// A smaller core, as far as the time allows: by asking again, then by leaving out ever smaller parts.
std::vector<smt::Term> minimised(smt::Solver& solver, std::vector<smt::Term> core) {
  auto end = ProcessorClock::now() + minimisation_time;
  for (std::size_t part = (core.size() + 1) / 2; part >= 1; part /= 2) {
    for (std::size_t begin = 0; begin < core.size() && ProcessorClock::now() < end;) {
      std::vector<smt::Term> rest(core.begin(), core.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), core.begin() + static_cast<std::ptrdiff_t>(std::min(core.size(), begin + part)),
                  core.end());
      smt::SolverAnswer answer = solver.check_assuming(rest, minimisation_check_limit);
      if (const auto* unsatisfiable = std::get_if<smt::Unsatisfiable>(&answer)) {
        std::unordered_set<smt::Term> needed(unsatisfiable->core.begin(), unsatisfiable->core.end());
        std::erase_if(rest, [&](const smt::Term& term) { return !needed.contains(term); });
        core = std::move(rest);
      } else {
        begin += part;
      }
    }
  }
  return core;
}

std::vector<cfa::EdgeId> edges_in(const smt::Model& model, const std::vector<ChainSegment>& chain,
                                  const ChainInstance& instance, TheoryView theory) {
  std::vector<cfa::EdgeId> edges;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    const auto holds = [&](const smt::Term& term) { return model.holds(instance.renamed(term, block)); };
    for (const domains::PathFormulaEncoder::PathStep& step : theory.paths.path(chain[block].paths, holds)) {
      if (step.edge.is_valid()) {
        edges.push_back(step.edge);
      }
    }
  }
  return edges;
}

} // namespace

std::variant<RefutingSlice, PathInTheory, UndecidedSlice>
slice_or_path(const std::vector<ChainSegment>& chain, smt::TermManager& terms, TheoryView theory, RunContext& context) {
  Switches switches(terms);
  std::vector<smt::Term> guarded;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    std::vector<smt::Term> parts = {theory.paths.rebuild(
        chain[block].paths, [&](cfa::EdgeId edge, const smt::Term& term) { return switches.guard(edge, term); })};
    for (const smt::Term& fact : known_before(chain, block, theory)) {
      parts.push_back(switches.guard_value(block, fact));
    }
    guarded.push_back(terms.logical_and(parts));
  }
  ChainInstance instance(chain, guarded, terms, theory);
  smt::Solver solver(terms, context);
  solver.add(instance.background());
  for (const smt::Term& formula : instance.formulas()) {
    solver.add(formula);
  }
  smt::SolverAnswer answer = solver.check_assuming(switches.all(), check_limit);
  if (const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer)) {
    return PathInTheory{edges_in(satisfiable->model, chain, instance, theory)};
  }
  const auto* unsatisfiable = std::get_if<smt::Unsatisfiable>(&answer);
  if (unsatisfiable == nullptr) {
    return UndecidedSlice{};
  }
  std::vector<smt::Term> core = minimised(solver, unsatisfiable->core);
  std::unordered_set<smt::Term> kept(core.begin(), core.end());
  RefutingSlice slice;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    std::vector<smt::Term> parts = {
        theory.paths.rebuild(chain[block].paths, [&](cfa::EdgeId edge, const smt::Term& term) {
          return term.is_true() || kept.contains(switches.of(edge)) ? term : terms.boolean(true);
        })};
    for (const smt::Term& fact : known_before(chain, block, theory)) {
      if (kept.contains(switches.of_value(block, fact))) {
        parts.push_back(fact);
      }
    }
    slice.formulas.push_back(terms.logical_and(parts));
  }
  return slice;
}

} // namespace vouch::refinement
