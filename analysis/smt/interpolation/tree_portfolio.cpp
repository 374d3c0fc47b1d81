#include "analysis/smt/interpolation/tree_portfolio.hpp"

#include "analysis/smt/interpolation/craig_trees.hpp"
#include "analysis/smt/interpolation/horn_trees.hpp"
#include "analysis/smt/interpolation/tree_obligations.hpp"
#include "analysis/smt/interpolation/tree_shape.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <set>

namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

SolverAnswer check_formulas(TermManager& terms, RunContext& context, const TreeInterpolationProblem& problem) {
  std::vector<Term> formulas;
  for (const TreeNode& node : problem.nodes) {
    formulas.push_back(node.formula);
  }
  if (!problem.background.is_null()) {
    formulas.push_back(problem.background);
  }
  Solver solver(terms, context);
  solver.add(terms.logical_and(formulas));
  return solver.check();
}

/// Whether two nodes are at one location, so that there is something to fold.
bool repeats_location(const TreeInterpolationProblem& problem) {
  std::set<std::size_t> seen;
  return !std::ranges::all_of(problem.nodes, [&](const TreeNode& node) { return seen.insert(node.location).second; });
}

/// A tree without a second node has nothing to say but whether it has a model.
TreeInterpolationResult of_root(TermManager& terms, RunContext& context, const TreeInterpolationProblem& problem) {
  SolverAnswer answer = check_formulas(terms, context, problem);
  if (auto* undecided = std::get_if<Undecided>(&answer)) {
    return *undecided;
  }
  if (std::holds_alternative<Satisfiable>(answer)) {
    return Feasible{};
  }
  return TreeInterpolants{{terms.boolean(false)}, "one query"};
}

} // namespace

TreeInterpolationResult TreePortfolio::checked(const TreeInterpolationProblem& problem, TreeInterpolationResult answer,
                                               std::size_t& failed) {
  if (const auto* interpolants = std::get_if<TreeInterpolants>(&answer)) {
    const std::vector<std::string> broken = broken_obligations(terms_, context_, problem, interpolants->at);
    if (!broken.empty()) {
      failed += broken.size();
      return Declined{"wrong answer of " + interpolants->engine + ": " + broken.front()};
    }
  }
  if (std::holds_alternative<Feasible>(answer) &&
      !std::holds_alternative<Satisfiable>(check_formulas(terms_, context_, problem))) {
    return Declined{"the tree was called feasible, but has no model"};
  }
  return answer;
}

TreeInterpolationResult TreePortfolio::interpolate(const TreeInterpolationProblem& problem, milliseconds limit) {
  if (!tree_shape(problem.nodes)) {
    return Declined{"the nodes are not a tree in post-order"};
  }
  if (problem.nodes.size() == 1) {
    return of_root(terms_, context_, problem);
  }
  const auto end = ProcessorClock::now() + limit;
  std::vector<Engine*> running;
  for (Engine& engine : engines_) {
    running.push_back(&engine);
  }
  if (!repeats_location(problem)) {
    std::ranges::stable_partition(running, [](const Engine* engine) { return !engine->folds; });
  }
  std::size_t failed = 0;
  std::string reason = "no engine";
  constexpr int growth = 4;
  for (int factor = 1; !running.empty(); factor *= growth) {
    std::vector<Engine*> undecided;
    for (Engine* engine : running) {
      const auto left = time_until(end);
      if (left.count() == 0) {
        return Undecided{reason};
      }
      TreeInterpolationResult answer =
          engine->interpolator->interpolate(problem, std::min(left, engine->first_limit * factor));
      answer = checked(problem, std::move(answer), failed);
      if (auto* interpolants = std::get_if<TreeInterpolants>(&answer)) {
        interpolants->failed_obligations = failed;
        return answer;
      }
      if (std::holds_alternative<Feasible>(answer)) {
        return answer;
      }
      if (const auto* open = std::get_if<Undecided>(&answer)) {
        reason = open->reason;
        undecided.push_back(engine);
      } else {
        reason = std::get<Declined>(answer).reason;
      }
    }
    running = std::move(undecided);
  }
  return Declined{reason};
}

std::unique_ptr<TreeInterpolator> make_tree_interpolator(TermManager& terms, RunContext& context,
                                                         TreeInterpolation strategy) {
  using Order = CraigTreeInterpolator::Order;
  std::vector<TreePortfolio::Engine> engines;
  using Hints = FoldedTreeInterpolator::Hints;
  auto fold = [&](SpacerLemmas lemmas, Hints hints, int first_limit) {
    engines.push_back(
        {std::make_unique<FoldedTreeInterpolator>(terms, context, lemmas, hints), milliseconds(first_limit), true});
  };
  auto whole = [&] {
    engines.push_back({std::make_unique<HornTreeInterpolator>(terms, context, SpacerLemmas::WithoutEqualityPropagation),
                       milliseconds(1000)});
  };
  auto binary = [&](Order order) {
    engines.push_back({std::make_unique<CraigTreeInterpolator>(terms, context, order), milliseconds(5000)});
  };
  switch (strategy) {
  case TreeInterpolation::Folded:
    fold(SpacerLemmas::WithoutEqualityPropagation, Hints::Found, 800);
    fold(SpacerLemmas::EqualityGraph, Hints::None, 400); // for remainders, one or the other
    fold(SpacerLemmas::Default, Hints::None, 400);
    whole();
    binary(Order::PostOrder);
    break;
  case TreeInterpolation::Tree:
    whole();
    binary(Order::PostOrder);
    break;
  case TreeInterpolation::Nested:
    binary(Order::CallStack);
    whole();
    break;
  case TreeInterpolation::WellScoped:
    break;
  case TreeInterpolation::CraigTree:
    binary(Order::PostOrder);
    whole();
    break;
  }
  // What works on small trees even where the interpolants of subtrees lead nowhere.
  binary(Order::Independent);
  if (strategy == TreeInterpolation::WellScoped) {
    binary(Order::PostOrder);
  }
  return std::make_unique<TreePortfolio>(terms, context, std::move(engines));
}

} // namespace vouch::smt
