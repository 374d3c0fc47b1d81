#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

#include <functional>
#include <string>
#include <vector>

/// Infeasible paths through one loop (or two), of any length. What each family needs is said where it is defined.
namespace vouch::smt {

using State = std::vector<Term>;

struct PathFamily {
  std::vector<std::pair<std::string, Sort>> symbols;
  std::function<Term(const State&)> initial;
  std::function<Term(const State&, const State&, int)> step;
  std::function<Term(const State&)> error;
  std::function<std::size_t(int)> location = [](int) { return std::size_t{1}; }; ///< behind the initial step and steps
};

/// Requires one of the names that the definition handles. `length` is the number of rounds.
PathFamily path_family(TermManager& terms, const std::string& name, int length);

/// `length` + 1 cuts: behind the initial step and behind every round. The constants are in single assignment form.
InterpolationProblem path_problem(TermManager& terms, const PathFamily& family, int length);

} // namespace vouch::smt
