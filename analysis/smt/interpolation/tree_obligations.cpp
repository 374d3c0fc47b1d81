#include "analysis/smt/interpolation/tree_obligations.hpp"

#include "analysis/smt/interpolation/tree_shape.hpp"

#include <algorithm>
#include <unordered_set>

namespace vouch::smt {

namespace {

constexpr std::chrono::milliseconds query_limit{2000};

} // namespace

std::vector<std::string> broken_obligations(TermManager& terms, RunContext& context,
                                            const TreeInterpolationProblem& problem, const std::vector<Term>& at) {
  std::vector<std::string> broken;
  if (at.size() != problem.nodes.size()) {
    return {"wrong number of formulas"};
  }
  // Formulas and scopes are taken as they were given, not as an engine has sliced them.
  const std::optional<TreeShape> shape = tree_shape(problem.nodes);
  std::vector<Term> formulas;
  for (const TreeNode& node : problem.nodes) {
    formulas.push_back(node.formula);
  }
  const Occurrences occurrences(terms, formulas);
  const std::unordered_set<Term> rigid(problem.rigid.begin(), problem.rigid.end());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::string name = "F" + std::to_string(i + 1);
    if (i + 1 == at.size() && !at[i].is_false()) {
      broken.push_back(name + " is the root, and not false");
    }
    const std::vector<Term>& constants = terms.constants(at[i]);
    auto foreign = std::find_if(constants.begin(), constants.end(), [&](const Term& constant) {
      return !rigid.contains(constant) && !occurrences.is_shared(*shape, constant, i);
    });
    if (foreign != constants.end()) {
      broken.push_back(name + " mentions " + terms.name(*foreign));
    }
    std::vector<Term> premise{problem.nodes[i].formula};
    if (!problem.background.is_null()) {
      premise.push_back(problem.background);
    }
    for (std::size_t child : problem.nodes[i].children) {
      premise.push_back(at[child]);
    }
    if (!implies_surely(terms, context, terms.logical_and(premise), at[i], query_limit)) {
      broken.push_back(name + " does not follow from its formula and its children");
    }
  }
  return broken;
}

} // namespace vouch::smt
