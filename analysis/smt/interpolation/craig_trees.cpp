#include "analysis/smt/interpolation/craig_trees.hpp"

#include "analysis/smt/interpolation/craig_interpolant.hpp"
#include "analysis/smt/interpolation/linear_form.hpp"
#include "analysis/smt/interpolation/tree_slice.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>

/// Three published ways from binary to tree interpolation.
///
/// Post-order: Blanc, Gupta, Kovacs, Kragl (Tree Interpolation in Vampire, LPAR 2013). Node v is cut off with the
/// interpolants of its children below it, and with interpolants in the place of all other finished subtrees. Invariant:
/// the formulas of unfinished nodes contradict the interpolants of the finished subtrees below them.
///
/// Call stack: Heizmann, Hoenicke, Podelski (Nested Interpolants, POPL 2010). The nodes are visited as the path runs.
/// Where a node has a second child, the path enters a function there: the caller's interpolant and the node's formula,
/// which is the call, go on a stack, and the function starts from true. Where it leaves the function, the top of the
/// stack gives the caller back: its interpolant, the call, and the interpolant of the called function have the
/// interpolant behind the call as consequence. Invariant: the interpolant so far, what is on the stack, and the rest of
/// the path contradict one another.
///
/// Independent: Henzinger, Jhala, Majumdar, McMillan (Abstractions from Proofs, POPL 2004) cut every function off from
/// the rest of the path, well-scoped, all in one proof. Z3 gives no proofs to interpolate from, so each interpolant
/// comes from a query of its own, and children need not imply their parents.
///
/// Example: F1 (F2) F3 with F1: a = 2, F2: r = p + 1, F3: p = a & r > 3. All begin with F1 against F2 & F3 and get
/// a <= 2. Then post-order and call stack cut F2 off from a <= 2 & F3 and get r <= p + 1. On its own F2 is cut off from
/// F1 & F3, where r <= 3 | p > 2 or p = 2 -> r = 3 would do; the last of these does not go with a <= 2.
namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

using Order = CraigTreeInterpolator::Order;

class CraigTreeEngine {
public:
  CraigTreeEngine(TermManager& terms, RunContext& context, const TreeInterpolationProblem& problem, milliseconds limit)
      : terms_(terms), context_(context), nodes_(problem.nodes), tree_(slice_tree(terms, problem)),
        end_(ProcessorClock::now() + limit) {}

  TreeInterpolationResult run(Order order) {
    for (std::size_t node = 0; node + 1 < nodes_.size(); ++node) {
      if (order == Order::CallStack) {
        enter_calls(node);
      }
      CraigProblem problem = question(order, node);
      problem.rigid = tree_.rigid.constants;
      problem.background = tree_.rigid.background;
      CraigResult result = craig_interpolant(terms_, context_, problem, share(node));
      if (std::holds_alternative<Feasible>(result)) {
        return Feasible{};
      }
      if (auto* declined = std::get_if<Declined>(&result)) {
        return *declined;
      }
      if (auto* undecided = std::get_if<Undecided>(&result)) {
        return *undecided;
      }
      at_.push_back(in_linear_form(terms_, std::get<CraigInterpolant>(result).formula));
      if (order == Order::CallStack) {
        leave_call(node);
      }
    }
    at_.push_back(terms_.boolean(false));
    return TreeInterpolants{std::move(at_), {}};
  }

private:
  /// A call that has not returned: what is known of the caller, the node behind the call, and its next child.
  struct Call {
    Term caller;
    std::size_t node;
    std::size_t child;
  };

  CraigProblem question(Order order, std::size_t node) {
    CraigProblem problem;
    switch (order) {
    case Order::PostOrder:
      problem.first = with_children(node);
      problem.second = rest(node);
      break;
    case Order::CallStack:
      problem.first = with_children(node);
      problem.second = rest_of_path(node);
      break;
    case Order::Independent:
      problem.first = conjunction(tree_.shape.leftmost[node], node + 1);
      problem.second =
          terms_.logical_and(conjunction(0, tree_.shape.leftmost[node]), conjunction(node + 1, nodes_.size()));
      break;
    }
    return problem;
  }

  Term conjunction(std::size_t begin, std::size_t end) {
    return terms_.logical_and(std::vector<Term>(tree_.formulas.begin() + static_cast<std::ptrdiff_t>(begin),
                                                tree_.formulas.begin() + static_cast<std::ptrdiff_t>(end)));
  }

  Term with_children(std::size_t node) {
    std::vector<Term> conjuncts;
    for (std::size_t child : nodes_[node].children) {
      conjuncts.push_back(at_[child]);
    }
    conjuncts.push_back(tree_.formulas[node]);
    return terms_.logical_and(conjuncts);
  }

  /// The nodes behind `node`, and the interpolants of the finished subtrees that hang on them.
  Term rest(std::size_t node) {
    std::vector<Term> conjuncts;
    for (std::size_t i = 0; i < tree_.shape.leftmost[node]; ++i) {
      if (tree_.shape.parent[i] > node) {
        conjuncts.push_back(at_[i]);
      }
    }
    conjuncts.push_back(conjunction(node + 1, nodes_.size()));
    return terms_.logical_and(conjuncts);
  }

  /// The formulas of the path behind `node`, and the stack. A call's formula is behind the function's in the tree, but
  /// before it on the path.
  Term rest_of_path(std::size_t node) {
    std::vector<Term> conjuncts;
    for (const Call& call : calls_) {
      conjuncts.push_back(call.caller);
      conjuncts.push_back(tree_.formulas[call.node]);
    }
    for (std::size_t i = node + 1; i < nodes_.size(); ++i) {
      if (std::none_of(calls_.begin(), calls_.end(), [&](const Call& call) { return call.node == i; })) {
        conjuncts.push_back(tree_.formulas[i]);
      }
    }
    return terms_.logical_and(conjuncts);
  }

  /// Pushes the calls whose functions begin with `node`, the outermost first.
  void enter_calls(std::size_t node) {
    if (!nodes_[node].children.empty()) {
      return;
    }
    std::vector<Call> entered;
    for (std::size_t last = node; tree_.shape.leftmost[last] == node && last + 1 < nodes_.size();) {
      const std::size_t behind = tree_.shape.parent[last];
      if (nodes_[behind].children.front() != last) {
        std::vector<Term> before;
        for (std::size_t child : nodes_[behind].children) {
          if (child < last) {
            before.push_back(at_[child]);
          }
        }
        entered.push_back({terms_.logical_and(before), behind, last});
      }
      last = behind;
    }
    calls_.insert(calls_.end(), entered.rbegin(), entered.rend());
  }

  void leave_call(std::size_t node) {
    if (!calls_.empty() && calls_.back().child == node) {
      calls_.pop_back();
    }
  }

  /// Of the time that is left, what `node` may take: twice its part, since most nodes take less.
  [[nodiscard]] milliseconds share(std::size_t node) const {
    const auto left = time_until(end_);
    return std::min(left, 2 * left / static_cast<int>(nodes_.size() - node));
  }

  TermManager& terms_;
  RunContext& context_;
  const std::vector<TreeNode>& nodes_;
  SlicedTree tree_;
  ProcessorClock::time_point end_;
  std::vector<Term> at_;
  std::vector<Call> calls_;
};

std::string name_of(Order order) {
  switch (order) {
  case Order::PostOrder:
    return "binary, in post-order";
  case Order::CallStack:
    return "binary, with a stack of calls";
  case Order::Independent:
    return "binary, independent";
  }
  return {};
}

} // namespace

TreeInterpolationResult CraigTreeInterpolator::interpolate(const TreeInterpolationProblem& problem,
                                                           milliseconds limit) {
  TreeInterpolationResult result = CraigTreeEngine(terms_, context_, problem, limit).run(order_);
  if (auto* interpolants = std::get_if<TreeInterpolants>(&result)) {
    interpolants->engine = name_of(order_);
  }
  return result;
}

} // namespace vouch::smt
