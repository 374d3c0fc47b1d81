#include "tests/unit/smt/interpolation/interpolation_engines.hpp"
#include "tests/unit/smt/interpolation/trees.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

/// Random trees of linear constraints, with locations and interfaces that fit together or do not.
namespace vouch::smt {
namespace {

constexpr int constant_count = 6;

struct Literal {
  int first, second; ///< constants
  int a, b, offset;  ///< a * first + b * second + offset
  int relation;      ///< <= 0, = 0, != 0, even
};

struct NodeGene {
  int children; ///< how many of the finished subtrees it takes, if there are as many
  int location;
  int interface;
  std::vector<Literal> literals;
};

std::vector<NodeGene> random_genes() {
  auto constant = rc::gen::inRange(0, constant_count);
  auto coefficient = rc::gen::inRange(-2, 3);
  auto literal =
      rc::gen::build<Literal>(rc::gen::set(&Literal::first, constant), rc::gen::set(&Literal::second, constant),
                              rc::gen::set(&Literal::a, coefficient), rc::gen::set(&Literal::b, coefficient),
                              rc::gen::set(&Literal::offset, rc::gen::inRange(-4, 5)),
                              rc::gen::set(&Literal::relation, rc::gen::inRange(0, 8)));
  auto node = rc::gen::build<NodeGene>(
      rc::gen::set(&NodeGene::children, rc::gen::inRange(0, 3)),
      rc::gen::set(&NodeGene::location, rc::gen::inRange(0, 4)), rc::gen::set(&NodeGene::interface, constant),
      rc::gen::set(&NodeGene::literals, rc::gen::container<std::vector<Literal>>(literal)));
  auto count = *rc::gen::inRange<std::size_t>(2, 10);
  return *rc::gen::container<std::vector<NodeGene>>(count, node);
}

class RandomTree {
public:
  RandomTree(TermManager& terms, const std::vector<NodeGene>& genes) : terms_(terms), builder_(terms) {
    std::vector<std::size_t> finished;
    for (const NodeGene& gene : genes) {
      const bool is_root = &gene == &genes.back();
      const std::size_t taken = is_root ? finished.size() : std::min<std::size_t>(gene.children, finished.size());
      std::vector<std::size_t> children(finished.end() - static_cast<std::ptrdiff_t>(taken), finished.end());
      finished.resize(finished.size() - taken);
      std::vector<Term> conjuncts;
      for (const Literal& literal : gene.literals) {
        conjuncts.push_back(formula(literal));
      }
      const Substitution interface{{builder_.symbol("s"), constant(gene.interface)},
                                   {builder_.symbol("t"), constant((gene.interface + 1) % constant_count)}};
      finished.push_back(
          builder_.add(builder_.all(conjuncts), children, static_cast<std::size_t>(gene.location), interface));
    }
  }

  const TreeInterpolationProblem& problem() { return builder_.problem(); }
  const std::vector<TreeNode>& nodes() { return builder_.problem().nodes; }

  bool is_satisfiable(RunContext& context) {
    std::vector<Term> formulas;
    for (const TreeNode& node : nodes()) {
      formulas.push_back(node.formula);
    }
    Solver solver(terms_, context);
    solver.add(builder_.all(formulas));
    return std::holds_alternative<Satisfiable>(solver.check());
  }

  /// Whether `at` keeps the contract, straight from its words.
  bool is_refuted_by(RunContext& context, const std::vector<Term>& at) {
    if (at.size() != nodes().size() || !at.back().is_false()) {
      return false;
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
      Solver solver(terms_, context);
      solver.add(nodes()[i].formula);
      for (std::size_t child : nodes()[i].children) {
        solver.add(at[child]);
      }
      solver.add(terms_.logical_not(at[i]));
      if (!std::holds_alternative<Unsatisfiable>(solver.check())) {
        return false;
      }
      std::vector<bool> below(at.size(), false);
      mark(i, below);
      for (const Term& constant : terms_.constants(at[i])) {
        if (!occurs(constant, below, true) || !occurs(constant, below, false)) {
          return false;
        }
      }
    }
    return true;
  }

private:
  Term constant(int index) { return builder_.symbol("c" + std::to_string(index)); }

  Term formula(const Literal& literal) {
    Term sum = terms_.add(terms_.multiply(builder_.number(literal.a), constant(literal.first)),
                          terms_.multiply(builder_.number(literal.b), constant(literal.second)));
    sum = terms_.add(sum, builder_.number(literal.offset));
    const Term zero = builder_.number(0);
    switch (literal.relation) {
    case 0:
      return terms_.logical_not(terms_.equal(sum, zero));
    case 1:
      return terms_.equal(terms_.modulo(sum, builder_.number(2)), zero);
    case 2:
    case 3:
    case 4:
      return terms_.equal(sum, zero);
    default:
      return terms_.less_equal(sum, zero);
    }
  }

  void mark(std::size_t node, std::vector<bool>& below) {
    below[node] = true;
    for (std::size_t child : nodes()[node].children) {
      mark(child, below);
    }
  }

  bool occurs(const Term& constant, const std::vector<bool>& below, bool side) {
    for (std::size_t i = 0; i < below.size(); ++i) {
      const std::vector<Term>& found = terms_.constants(nodes()[i].formula);
      if (below[i] == side && std::find(found.begin(), found.end(), constant) != found.end()) {
        return true;
      }
    }
    return false;
  }

  TermManager& terms_;
  TreeBuilder builder_;
};

RC_GTEST_PROP(RandomTrees, EveryAnswerKeepsTheContract, ()) {
  const std::vector<NodeGene> genes = random_genes();
  const auto strategy = *rc::gen::element(TreeInterpolation::Folded, TreeInterpolation::Tree, TreeInterpolation::Nested,
                                          TreeInterpolation::WellScoped, TreeInterpolation::CraigTree);
  TermManager terms;
  RunContext context;
  RandomTree tree(terms, genes);
  TreeInterpolationResult result =
      make_tree_interpolator(terms, context, strategy)->interpolate(tree.problem(), std::chrono::milliseconds(3000));
  RC_TAG(describe(result).substr(0, 12));
  const bool satisfiable = tree.is_satisfiable(context);
  if (const auto* interpolants = std::get_if<TreeInterpolants>(&result)) {
    RC_ASSERT(!satisfiable);
    RC_ASSERT(tree.is_refuted_by(context, interpolants->at));
  } else if (std::holds_alternative<Feasible>(result)) {
    RC_ASSERT(satisfiable);
  }
}

} // namespace
} // namespace vouch::smt
