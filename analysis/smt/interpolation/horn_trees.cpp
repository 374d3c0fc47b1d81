#include "analysis/smt/interpolation/horn_trees.hpp"

#include "analysis/smt/interpolation/affine_equalities.hpp"
#include "analysis/smt/interpolation/folded_tree.hpp"
#include "analysis/smt/interpolation/horn_core.hpp"
#include "analysis/smt/interpolation/linear_form.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>

namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

bool mentions_floats(TermManager& terms, const SlicedTree& tree) {
  return std::any_of(tree.formulas.begin(), tree.formulas.end(),
                     [&](const Term& formula) { return terms.mentions(SortKind::Float, formula); });
}

/// Leaves out conjuncts of the solution, if time allows, and says the rest in few atoms.
void minimise(TermManager& terms, RunContext& context, const HornSystem& system, std::vector<Term>& solution,
              milliseconds limit) {
  for (Term& formula : solution) {
    formula = terms.simplify(formula);
  }
  if (auto core = horn_core(terms, context, system, solution, limit)) {
    solution = std::move(*core);
  }
  for (Term& formula : solution) {
    formula = in_linear_form(terms, formula);
  }
}

/// Without the conjuncts about constants that are local to a subtree or to the rest: where a location lies in several
/// activations, one of them may need less than the others.
void restrict_to_shared(TermManager& terms, const SlicedTree& tree, std::vector<Term>& at) {
  const std::unordered_set<Term> rigid(tree.rigid.constants.begin(), tree.rigid.constants.end());
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    std::vector<Term> kept;
    for (const Term& conjunct : terms.conjuncts(at[i])) {
      const std::vector<Term>& constants = terms.constants(conjunct);
      if (std::all_of(constants.begin(), constants.end(), [&](const Term& constant) {
            return rigid.contains(constant) || tree.occurrences.is_shared(tree.shape, constant, i);
          })) {
        kept.push_back(conjunct);
      }
    }
    at[i] = terms.logical_and(kept);
  }
}

/// A solution's formulas, said of the nodes.
TreeInterpolants at_nodes(TermManager& terms, const SlicedTree& tree, const TreeClauses& clauses,
                          const std::vector<Term>& solution, std::string engine) {
  TreeInterpolants interpolants;
  interpolants.engine = std::move(engine);
  for (const HornAtom& atom : clauses.atoms) {
    interpolants.at.push_back(said_of(terms, clauses.system, atom, solution[atom.predicate]));
  }
  interpolants.at.push_back(terms.boolean(false));
  restrict_to_shared(terms, tree, interpolants.at);
  return interpolants;
}

} // namespace

TreeInterpolationResult HornTreeInterpolator::interpolate(const TreeInterpolationProblem& problem, milliseconds limit) {
  constexpr std::size_t most_nodes = 250; // beyond, Spacer takes gigabytes
  if (problem.nodes.size() > most_nodes) {
    return Declined{"the tree is too large"};
  }
  const SlicedTree tree = slice_tree(terms_, problem);
  if (mentions_floats(terms_, tree)) {
    return Declined{"Spacer knows no floats"};
  }
  const TreeClauses clauses = unrolled_clauses(terms_, problem, tree);
  HornSystem system = clauses.system;
  const Strength strength = remove_functions(terms_, system);
  SpacerOptions options;
  options.lemmas = lemmas_;
  options.minimum_level = static_cast<unsigned>(tree.shape.height + 1);
  options.limit = limit;
  HornResult result = solve_with_spacer(terms_, context_, system, options);
  if (auto* solution = std::get_if<HornSolution>(&result)) {
    minimise(terms_, context_, clauses.system, solution->predicates, limit / 4);
    return at_nodes(terms_, tree, clauses, solution->predicates, "tree");
  }
  if (auto* undecided = std::get_if<Undecided>(&result)) {
    return *undecided;
  }
  if (strength == Strength::Weaker) {
    return Declined{"what is left without uninterpreted functions is feasible"};
  }
  return Feasible{};
}

TreeInterpolationResult FoldedTreeInterpolator::interpolate(const TreeInterpolationProblem& problem,
                                                            milliseconds limit) {
  const auto end = ProcessorClock::now() + limit;
  const SlicedTree tree = slice_tree(terms_, problem);
  if (mentions_floats(terms_, tree)) {
    return Declined{"Spacer knows no floats"};
  }
  const TreeClauses clauses = folded_clauses(terms_, problem, tree);
  std::vector<Term> hints(clauses.system.parameters.size(), terms_.boolean(true));
  if (hints_ == Hints::Found) {
    if (auto equalities = affine_equalities(terms_, context_, clauses.system, tree.rigid.constants, limit / 2)) {
      hints = std::move(*equalities);
    }
    if (auto core = horn_core(terms_, context_, clauses.system, hints, limit / 4)) {
      return at_nodes(terms_, tree, clauses, *core, "folded tree, hints");
    }
  }
  HornSystem system = assuming(terms_, clauses.system, hints);
  remove_functions(terms_, system); // Spacer knows none
  SpacerOptions options;
  options.lemmas = lemmas_;
  options.limit = time_until(end);
  HornResult result = solve_with_spacer(terms_, context_, system, options);
  if (auto* solution = std::get_if<HornSolution>(&result)) {
    std::vector<Term>& formulas = solution->predicates;
    for (std::size_t predicate = 0; predicate < formulas.size(); ++predicate) {
      formulas[predicate] = terms_.logical_and(hints[predicate], formulas[predicate]);
    }
    minimise(terms_, context_, clauses.system, formulas, limit / 4);
    return at_nodes(terms_, tree, clauses, formulas, "folded tree");
  }
  if (auto* undecided = std::get_if<Undecided>(&result)) {
    return *undecided;
  }
  return Declined{"with calls of other depths the path is feasible"};
}

} // namespace vouch::smt
