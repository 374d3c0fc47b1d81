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

/// The edges of the path that the model takes; `formulas` are those of the blocks that it is a model of.
std::vector<cfa::EdgeId> edges_in(const smt::Model& model, const std::vector<ChainSegment>& chain,
                                  const std::vector<domains::WeakerPathFormula>& formulas,
                                  const ChainInstance& instance, TheoryView theory) {
  std::vector<cfa::EdgeId> edges;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    const auto holds = [&](const smt::Term& term) { return model.holds(instance.renamed(term, block)); };
    for (const domains::PathStep& step : theory.paths.path(chain[block].paths, holds, formulas[block])) {
      if (step.edge.is_valid()) {
        edges.push_back(step.edge);
      }
    }
  }
  return edges;
}

} // namespace

struct Refutation::Parts {
  const std::vector<ChainSegment>& chain;
  smt::TermManager& terms;
  TheoryView theory;
  std::vector<std::vector<smt::Term>> asked; ///< at the blocks' ends
  Switches switches;
  smt::Solver solver;
  std::vector<smt::Term> core; ///< of switches

  Parts(const std::vector<ChainSegment>& whole, smt::TermManager& manager, TheoryView view, RunContext& context)
      : chain(whole), terms(manager), theory(view), asked(asked_at_ends(whole, view)), switches(manager),
        solver(manager, context) {}
};

Refutation::Refutation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Refutation::Refutation(Refutation&&) noexcept = default;
Refutation& Refutation::operator=(Refutation&&) noexcept = default;
Refutation::~Refutation() = default;

std::vector<smt::Term> Refutation::relations() const {
  std::vector<smt::Term> result;
  for (std::size_t block = 0; block < parts_->chain.size(); ++block) {
    result.push_back(parts_->theory.paths.cone_of_influence(parts_->chain[block].paths, parts_->asked[block]));
  }
  return result;
}

std::vector<smt::Term> Refutation::slice() const {
  parts_->core = minimised(parts_->solver, parts_->core);
  const std::unordered_set<smt::Term> kept(parts_->core.begin(), parts_->core.end());
  std::vector<smt::Term> result;
  for (std::size_t block = 0; block < parts_->chain.size(); ++block) {
    const domains::WeakerPathFormula needed = parts_->theory.paths.cone_of_influence(
        parts_->chain[block].paths, parts_->asked[block], [&](cfa::EdgeId edge, const smt::Term& term) {
          return term.is_true() || kept.contains(parts_->switches.of(edge)) ? term : parts_->terms.boolean(true);
        });
    std::vector<smt::Term> parts = {needed.formula};
    for (const smt::Term& fact : known_before(parts_->chain, block, parts_->theory)) {
      if (kept.contains(parts_->switches.of_value(block, fact))) {
        parts.push_back(fact);
      }
    }
    result.push_back(parts_->terms.logical_and(parts));
  }
  return result;
}

std::variant<Refutation, PathInTheory, UndecidedSlice>
slice_or_path(const std::vector<ChainSegment>& chain, smt::TermManager& terms, TheoryView theory, RunContext& context) {
  auto parts = std::make_unique<Refutation::Parts>(chain, terms, theory, context);
  Switches& switches = parts->switches;
  std::vector<domains::WeakerPathFormula> formulas;
  std::vector<smt::Term> guarded;
  for (std::size_t block = 0; block < chain.size(); ++block) {
    formulas.push_back(theory.paths.cone_of_influence(
        chain[block].paths, parts->asked[block],
        [&](cfa::EdgeId edge, const smt::Term& term) { return switches.guard(edge, term); }));
    std::vector<smt::Term> conjuncts = {formulas.back().formula};
    for (const smt::Term& fact : known_before(chain, block, theory)) {
      conjuncts.push_back(switches.guard_value(block, fact));
    }
    guarded.push_back(terms.logical_and(conjuncts));
  }
  const ChainInstance instance(chain, guarded, terms, theory);
  parts->solver.add(instance.background());
  for (const smt::Term& formula : instance.formulas()) {
    parts->solver.add(formula);
  }
  smt::SolverAnswer answer = parts->solver.check_assuming(switches.all(), check_limit);
  if (const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer)) {
    return PathInTheory{edges_in(satisfiable->model, chain, formulas, instance, theory)};
  }
  auto* unsatisfiable = std::get_if<smt::Unsatisfiable>(&answer);
  if (unsatisfiable == nullptr) {
    return UndecidedSlice{};
  }
  parts->core = std::move(unsatisfiable->core);
  return Refutation(std::move(parts));
}

} // namespace vouch::refinement
