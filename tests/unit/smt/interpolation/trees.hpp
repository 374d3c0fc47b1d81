#pragma once

#include "analysis/smt/interpolation/tree_interpolation.hpp"

#include <functional>
#include <string>
#include <vector>

/// Trees for the tests of tree interpolation.
namespace vouch::smt {

/// Makes the tree of a path through recursive functions over integers, as the path runs: constants of its own for every
/// activation, and at each node those that may still matter there.
class TreeBuilder {
public:
  explicit TreeBuilder(TermManager& terms) : terms_(terms) {}

  Term number(int value) { return terms_.integer(value); }
  Term fresh(const std::string& name) {
    return terms_.constant(name + "#" + std::to_string(constants_++), Sort::integer());
  }
  Term symbol(const std::string& name) { return terms_.constant(name, Sort::integer()); }
  Term all(const std::vector<Term>& conjuncts) { return terms_.logical_and(conjuncts); }

  /// Adds a node and returns its index.
  std::size_t add(Term formula, std::vector<std::size_t> children, std::size_t location, Substitution interface) {
    problem_.nodes.push_back({std::move(formula), std::move(children), location, std::move(interface)});
    return problem_.nodes.size() - 1;
  }
  TreeInterpolationProblem& problem() { return problem_; }

private:
  TermManager& terms_;
  TreeInterpolationProblem problem_;
  std::size_t constants_ = 0;
};

/// The thesis' example: f(x) = x <= 0 ? x : f(x - 1) + 1, and whether f(2) may differ from 2.
TreeInterpolationProblem thesis_tree(TermManager& terms);

/// sum(n, m) = n <= 0 ? m : sum(n - 1, m + 1), entered `depth` times; whether the result may differ from n + m >= 0.
TreeInterpolationProblem sum_tree(TermManager& terms, int depth);

/// id(n) = n == 0 ? 0 : id(n - 1) + 1, entered `depth` times with n = depth - 1; whether the result is `result`.
TreeInterpolationProblem identity_tree(TermManager& terms, int depth, int result);

/// McCarthy's function along the calls that it makes for `n`; whether n <= 101 and the result is not 91.
TreeInterpolationProblem mccarthy_tree(TermManager& terms, int n);

/// hanoi(n) = n == 1 ? 1 : 2 * hanoi(n - 1) + 1 with n = `depth`; whether the result may be less than n >= 1.
TreeInterpolationProblem hanoi_tree(TermManager& terms, int depth);

/// even(n) = n == 0 ? 1 : odd(n - 1) and odd(n) = n == 0 ? 0 : even(n - 1), entered `depth` times in all; whether
/// even(n) = 1 and n % 2 = 1 for some n >= 0.
TreeInterpolationProblem even_odd_tree(TermManager& terms, int depth);

std::string describe(const TreeInterpolationResult& result);

} // namespace vouch::smt
