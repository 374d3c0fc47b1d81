#include "analysis/smt/interpolation/validating_interpolator.hpp"

#include "analysis/smt/interpolation/path_program.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace vouch::smt {

namespace {

constexpr std::chrono::milliseconds validation_limit{2000};

std::optional<std::string> foreign_constant(TermManager& terms, const InterpolationProblem& problem, const Path& path,
                                            const Term& formula) {
  std::unordered_set<Term> vocabulary(path.symbols.begin(), path.symbols.end());
  vocabulary.insert(problem.rigid.begin(), problem.rigid.end());
  for (const Term& constant : terms.constants(formula)) {
    if (!vocabulary.contains(constant)) {
      return terms.name(constant);
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> contract_violation(TermManager& terms, RunContext& context,
                                              const InterpolationProblem& problem, const std::vector<Term>& cuts) {
  // The relations are taken as they were given, not as an engine has sliced them.
  Path path = make_path(terms, problem);
  if (cuts.size() != path.cut_count()) {
    return "wrong number of cuts";
  }
  const Term background = problem.background.is_null() ? terms.boolean(true) : problem.background;
  std::vector<std::array<Term, 3>> valid; // a folded path repeats itself
  for (std::size_t i = 0; i < path.transitions.size(); ++i) {
    const Transition& transition = path.transitions[i];
    Term before = i == 0 ? terms.boolean(true) : cuts[i - 1];
    Term after = i == path.cut_count() ? terms.boolean(false) : at_exit(terms, transition, cuts[i]);
    std::array<Term, 3> triple{before, transition.relation, after};
    if (std::find(valid.begin(), valid.end(), triple) != valid.end()) {
      continue;
    }
    if (i < path.cut_count()) {
      if (auto foreign = foreign_constant(terms, problem, path, cuts[i])) {
        return "cut " + std::to_string(i) + " mentions " + *foreign;
      }
    }
    Term premise = terms.logical_and(std::vector{background, before, transition.relation});
    if (!implies_surely(terms, context, premise, after, validation_limit)) {
      return "step " + std::to_string(i) + " does not establish the formula behind it";
    }
    valid.push_back(std::move(triple));
  }
  return std::nullopt;
}

InterpolationResult ValidatingInterpolator::interpolate(const InterpolationProblem& problem,
                                                        std::chrono::milliseconds limit) {
  InterpolationResult result = engine_->interpolate(problem, limit);
  if (const auto* interpolants = std::get_if<Interpolants>(&result)) {
    if (auto violation = contract_violation(terms_, context_, problem, interpolants->cuts)) {
      return Declined{"wrong answer of " + interpolants->engine + ": " + *violation};
    }
  }
  if (std::holds_alternative<Feasible>(result)) {
    Path path = make_path(terms_, problem);
    std::vector<Term> formula = unroll(terms_, path).relations;
    formula.push_back(path.background);
    Solver solver(terms_, context_);
    solver.add(terms_.logical_and(formula));
    if (!std::holds_alternative<Satisfiable>(solver.check(limit))) {
      return Declined{"the path was called feasible, but has no model"};
    }
  }
  return result;
}

} // namespace vouch::smt
