#include "analysis/smt/interpolation/horn_trees.hpp"
#include "analysis/smt/interpolation/tree_obligations.hpp"
#include "analysis/smt/interpolation/tree_portfolio.hpp"
#include "analysis/smt/interpolation/validating_interpolator.hpp"
#include "tests/unit/smt/interpolation/interpolation_engines.hpp"
#include "tests/unit/smt/interpolation/trees.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds plenty{100000}; // a second on an idle machine

constexpr std::array strategies{TreeInterpolation::Folded, TreeInterpolation::Tree, TreeInterpolation::Nested,
                                TreeInterpolation::WellScoped, TreeInterpolation::CraigTree};

class TreeInterpolationTest : public testing::Test {
protected:
  TermManager terms;
  RunContext context;

  Term integer(const std::string& name) { return terms.constant(name, Sort::integer()); }
  Term number(int value) { return terms.integer(value); }
  Term differ(const Term& a, const Term& b) { return terms.logical_not(terms.equal(a, b)); }
  Term all(const std::vector<Term>& conjuncts) { return terms.logical_and(conjuncts); }
  bool implies(const Term& premise, const Term& conclusion) {
    return implies_surely(terms, context, premise, conclusion);
  }

  TreeInterpolationResult solve(TreeInterpolation strategy, const TreeInterpolationProblem& problem,
                                milliseconds limit = plenty) {
    return make_tree_interpolator(terms, context, strategy)->interpolate(problem, limit);
  }
  /// The interpolants, after checking the contract.
  TreeInterpolants interpolants(TreeInterpolation strategy, const TreeInterpolationProblem& problem) {
    TreeInterpolationResult result = solve(strategy, problem);
    auto* found = std::get_if<TreeInterpolants>(&result);
    if (found == nullptr) {
      ADD_FAILURE() << static_cast<int>(strategy) << ": " << describe(result);
      return {};
    }
    EXPECT_THAT(broken_obligations(terms, context, problem, found->at), testing::IsEmpty());
    return std::move(*found);
  }
  /// Of the folded tree, however long that takes; after checking the contract.
  std::vector<Term> folded(const TreeInterpolationProblem& problem,
                           SpacerLemmas lemmas = SpacerLemmas::WithoutEqualityPropagation) {
    using Hints = FoldedTreeInterpolator::Hints;
    const Hints hints = lemmas == SpacerLemmas::WithoutEqualityPropagation ? Hints::Found : Hints::None;
    TreeInterpolationResult result = FoldedTreeInterpolator(terms, context, lemmas, hints).interpolate(problem, plenty);
    auto* found = std::get_if<TreeInterpolants>(&result);
    if (found == nullptr) {
      ADD_FAILURE() << describe(result);
      return {};
    }
    EXPECT_THAT(broken_obligations(terms, context, problem, found->at), testing::IsEmpty());
    return std::move(found->at);
  }
  /// The interpolant of a node in the symbols of its interface.
  Term over_symbols(const TreeInterpolationProblem& problem, std::size_t node, const std::vector<Term>& at) {
    Substitution back;
    for (const auto& [symbol, constant] : problem.nodes[node].interface) {
      back.emplace_back(constant, symbol);
    }
    return terms.substitute(at[node], back);
  }
  /// The different formulas at the exits of the recursive function, which has its key from the innermost activation.
  std::vector<Term> summaries(const TreeInterpolationProblem& problem, const std::vector<Term>& at) {
    std::size_t innermost = 0;
    while (problem.nodes[innermost].interface.size() < 2 || problem.nodes[innermost].children.size() > 1 ||
           terms.name(problem.nodes[innermost].interface.back().first) != "r") {
      ++innermost;
    }
    std::vector<Term> found;
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (problem.nodes[i].location == problem.nodes[innermost].location) {
        Term formula = over_symbols(problem, i, at);
        if (std::find(found.begin(), found.end(), formula) == found.end()) {
          found.push_back(formula);
        }
      }
    }
    return found;
  }
  void expect_answers_of_all(const TreeInterpolationProblem& problem) {
    for (TreeInterpolation strategy : strategies) {
      interpolants(strategy, problem);
    }
  }
};

TEST_F(TreeInterpolationTest, TreesAsText) {
  EXPECT_EQ(bracket_text(thesis_tree(terms).nodes), "F1 (F2 (F3) F4 F5 F6) F7 F8 F9");
  std::vector<TreeNode> nodes(5);
  EXPECT_EQ(bracket_text({nodes[0]}), "F1");
  nodes[1].children = {0};
  nodes[4].children = {1, 2, 3};
  EXPECT_EQ(bracket_text(nodes), "F1 F2 (F3) (F4) F5");
}

TEST_F(TreeInterpolationTest, OnlyTreesInPostOrderAreTaken) {
  TreeInterpolationProblem problem;
  problem.nodes.resize(4);
  auto declined = [&] { return std::holds_alternative<Declined>(solve(TreeInterpolation::Tree, problem)); };
  EXPECT_TRUE(declined()); // four roots
  problem.nodes[3].children = {2, 1, 0};
  EXPECT_TRUE(declined());
  problem.nodes[2].children = {1};
  problem.nodes[3].children = {1, 2};
  EXPECT_TRUE(declined());
  problem.nodes.clear();
  EXPECT_TRUE(declined());
}

TEST_F(TreeInterpolationTest, ExampleOfTheThesis) {
  const TreeInterpolationProblem problem = thesis_tree(terms);
  for (TreeInterpolation strategy : strategies) {
    std::vector<Term> at = interpolants(strategy, problem).at;
    ASSERT_THAT(at, testing::SizeIs(9));
    EXPECT_THAT(terms.constants(at[0]), testing::ElementsAre(integer("a0")));
    EXPECT_FALSE(at[2].is_true());
  }
  // What SMTInterpol says of it. Its second formula is as good in both directions.
  std::vector<Term> whole = interpolants(TreeInterpolation::Tree, problem).at;
  EXPECT_TRUE(implies(whole[0], terms.less_equal(number(2), integer("a0"))));
  EXPECT_TRUE(implies(terms.less_equal(integer("p1"), number(0)), whole[2]));
  EXPECT_TRUE(implies(terms.less_equal(integer("p0"), number(1)), whole[5]));
}

// f(x) = x for every x, not just f(2) <= 1.
TEST_F(TreeInterpolationTest, FoldedTreesGiveSummaries) {
  Term n = integer("n");
  Term m = integer("m");
  Term p = integer("p");
  Term r = integer("r");
  TreeInterpolationProblem example = thesis_tree(terms);
  std::vector<Term> summary = summaries(example, folded(example));
  EXPECT_THAT(summary, testing::ElementsAre(terms.equal(r, p)));

  TreeInterpolationProblem sum = sum_tree(terms, 4);
  summary = summaries(sum, folded(sum));
  ASSERT_THAT(summary, testing::SizeIs(1));
  EXPECT_TRUE(implies(all({summary[0], terms.less_equal(number(0), n)}), terms.equal(r, terms.add(n, m))));

  TreeInterpolationProblem hanoi = hanoi_tree(terms, 5);
  summary = summaries(hanoi, folded(hanoi));
  ASSERT_THAT(summary, testing::SizeIs(1));
  EXPECT_TRUE(implies(summary[0], terms.less_equal(n, r)));

  TreeInterpolationProblem mccarthy = mccarthy_tree(terms, 80);
  summary = summaries(mccarthy, folded(mccarthy));
  ASSERT_THAT(summary, testing::SizeIs(1));
  Term small = terms.less_equal(n, number(101));
  EXPECT_TRUE(implies(all({summary[0], small}), terms.equal(r, number(91))));
}

TEST_F(TreeInterpolationTest, SummariesDoNotDependOnTheDepth) {
  for (const auto& [shallow, deep] : {std::pair(sum_tree(terms, 3), sum_tree(terms, 12)),
                                      std::pair(mccarthy_tree(terms, 98), mccarthy_tree(terms, 70)),
                                      std::pair(identity_tree(terms, 3, 7), identity_tree(terms, 40, 7))}) {
    const std::vector<Term> few = summaries(shallow, folded(shallow));
    const std::vector<Term> many = summaries(deep, folded(deep));
    ASSERT_THAT(few, testing::SizeIs(1));
    ASSERT_THAT(many, testing::SizeIs(1));
    EXPECT_TRUE(implies(few[0], many[0]) && implies(many[0], few[0])) << few[0].to_string() << many[0].to_string();
  }
}

TEST_F(TreeInterpolationTest, FoldedTreesMayBeDeep) {
  const TreeInterpolationProblem problem = identity_tree(terms, 1000, 7);
  EXPECT_THAT(summaries(problem, folded(problem)), testing::ElementsAre(terms.equal(integer("r"), integer("n"))));
}

// As it is, the tree only has to speak about one depth, and says something else in every activation.
TEST_F(TreeInterpolationTest, TreesAsTheyAreGiveBounds) {
  for (const TreeInterpolationProblem& problem : {hanoi_tree(terms, 5), sum_tree(terms, 5)}) {
    TreeInterpolationResult result =
        HornTreeInterpolator(terms, context, SpacerLemmas::WithoutEqualityPropagation).interpolate(problem, plenty);
    ASSERT_TRUE(std::holds_alternative<TreeInterpolants>(result)) << describe(result);
    EXPECT_GT(summaries(problem, std::get<TreeInterpolants>(result).at).size(), 1U);
  }
}

TEST_F(TreeInterpolationTest, TwoFunctionsThatCallEachOther) {
  const TreeInterpolationProblem problem = even_odd_tree(terms, 5);
  std::vector<Term> at = folded(problem, SpacerLemmas::EqualityGraph);
  for (Term& summary : summaries(problem, at)) { // of even, which is the innermost activation
    EXPECT_TRUE(implies(all({summary, terms.equal(integer("r"), number(1))}),
                        terms.equal(terms.modulo(integer("n"), number(2)), number(0))))
        << summary.to_string();
  }
  expect_answers_of_all(problem);
}

TEST_F(TreeInterpolationTest, AllStrategiesOnRecursivePrograms) {
  for (const TreeInterpolationProblem& problem :
       {sum_tree(terms, 4), identity_tree(terms, 8, 3), mccarthy_tree(terms, 97), hanoi_tree(terms, 4)}) {
    expect_answers_of_all(problem);
  }
}

// Only the depth refutes the path: with another one, the result would be what is asked for.
TEST_F(TreeInterpolationTest, PathsThatOnlyTheirDepthRefutes) {
  TreeInterpolationProblem problem = identity_tree(terms, 4, 7);
  Term& call = problem.nodes.front().formula;
  call = terms.less_equal(number(0), terms.constants(call).front());
  TreeInterpolationResult result =
      FoldedTreeInterpolator(terms, context, SpacerLemmas::Default, FoldedTreeInterpolator::Hints::Found)
          .interpolate(problem, ample);
  EXPECT_TRUE(std::holds_alternative<Declined>(result)) << describe(result);
  expect_answers_of_all(problem);
}

TEST_F(TreeInterpolationTest, FeasibleTreesAreCalledSo) {
  const TreeInterpolationProblem problem = identity_tree(terms, 4, 3);
  for (TreeInterpolation strategy : strategies) {
    TreeInterpolationResult result = solve(strategy, problem);
    EXPECT_TRUE(std::holds_alternative<Feasible>(result)) << describe(result);
  }
}

TEST_F(TreeInterpolationTest, ATreeOfOneNode) {
  TreeInterpolationProblem problem;
  problem.nodes.push_back({terms.boolean(false), {}, 0, {}});
  expect_answers_of_all(problem);
  problem.nodes.front().formula = terms.equal(integer("a"), number(1));
  for (TreeInterpolation strategy : strategies) {
    EXPECT_TRUE(std::holds_alternative<Feasible>(solve(strategy, problem)));
  }
}

// A tree where every node has one child is a path, and its interpolants are those of the path.
TEST_F(TreeInterpolationTest, ChainsAreTrees) {
  TreeBuilder builder(terms);
  Term x = integer("x");
  InterpolationProblem path;
  constexpr int length = 6;
  std::optional<std::size_t> last;
  for (int i = 0; i <= length + 1; ++i) {
    Term before = integer("x" + std::to_string(i));
    Term after = integer("x" + std::to_string(i + 1));
    Term formula = i == 0        ? terms.equal(after, number(0))
                   : i <= length ? terms.equal(after, terms.add(before, number(2)))
                                 : terms.equal(before, number(5));
    std::vector<std::size_t> children;
    if (last) {
      children.push_back(*last);
    }
    last = builder.add(formula, children, i <= length ? 1 : 2, {{x, after}});
    path.steps.push_back({formula, {{x, before}}, {{x, after}}, i <= length ? std::size_t{1} : std::size_t{2}});
  }
  for (TreeInterpolation strategy : strategies) {
    std::vector<Term> at = interpolants(strategy, builder.problem()).at;
    std::vector<Term> cuts;
    for (std::size_t i = 0; i + 1 < at.size(); ++i) {
      cuts.push_back(over_symbols(builder.problem(), i, at));
    }
    EXPECT_EQ(contract_violation(terms, context, path, cuts), std::nullopt);
  }
  // Folded, it is a loop: x stays even, or what else refutes 5.
  std::vector<Term> loop = folded(builder.problem());
  EXPECT_EQ(over_symbols(builder.problem(), 1, loop), over_symbols(builder.problem(), 5, loop));
}

TEST_F(TreeInterpolationTest, ArraysAndRigidConstants) {
  Sort memory = Sort::array(Sort::integer(), Sort::integer());
  auto state = [&](int i) { return terms.constant("m" + std::to_string(i), memory); };
  Term x = integer("&x");
  Term y = integer("&y");
  TreeBuilder builder(terms);
  std::size_t caller = builder.add(terms.equal(state(1), terms.store(state(0), x, number(1))), {}, 1, {});
  std::size_t callee = builder.add(terms.equal(state(3), terms.store(state(2), y, number(7))), {}, 2, {});
  std::size_t behind = builder.add(terms.equal(state(2), state(1)), {caller, callee}, 3, {});
  builder.add(differ(terms.select(state(3), x), number(1)), {behind}, 4, {});
  builder.problem().rigid = {x, y};
  for (TreeInterpolation strategy : strategies) {
    EXPECT_TRUE(std::holds_alternative<Feasible>(solve(strategy, builder.problem())));
  }
  builder.problem().background = terms.less(x, y);
  for (TreeInterpolation strategy : strategies) {
    std::vector<Term> at = interpolants(strategy, builder.problem()).at;
    EXPECT_THAT(terms.constants(at[callee]), testing::Not(testing::Contains(state(1))));
  }
}

// Only the values of the function in the callee matter, so that it need not mean the same elsewhere.
TEST_F(TreeInterpolationTest, UninterpretedFunctions) {
  auto function = [&](const Term& of) {
    const std::array arguments{of};
    return terms.apply("f", arguments, Sort::integer());
  };
  TreeBuilder builder(terms);
  std::size_t caller = builder.add(terms.equal(integer("a"), integer("b")), {}, 1, {});
  std::size_t callee = builder.add(
      all({terms.equal(integer("r"), function(integer("p"))), terms.equal(integer("s"), function(integer("q")))}), {},
      2, {});
  std::size_t behind = builder.add(
      all({terms.equal(integer("p"), integer("a")), terms.equal(integer("q"), integer("b"))}), {caller, callee}, 3, {});
  builder.add(differ(integer("r"), integer("s")), {behind}, 4, {});
  expect_answers_of_all(builder.problem());
  // Across nodes it does, which Spacer cannot say.
  builder.problem().nodes.back().formula = differ(integer("r"), function(integer("a")));
  for (TreeInterpolation strategy : strategies) {
    TreeInterpolationResult result = solve(strategy, builder.problem());
    EXPECT_TRUE(std::holds_alternative<Declined>(result)) << describe(result);
  }
}

TEST_F(TreeInterpolationTest, FloatsAreDeclined) {
  Term f = terms.constant("f", Sort::floating(32));
  Term g = terms.constant("g", Sort::floating(32));
  TreeBuilder builder(terms);
  std::size_t caller = builder.add(terms.float_compare(TermManager::FloatRelation::Less, f, g), {}, 1, {});
  std::size_t callee = builder.add(terms.less(number(0), integer("r")), {}, 2, {});
  std::size_t behind = builder.add(terms.boolean(true), {caller, callee}, 3, {});
  builder.add(terms.float_compare(TermManager::FloatRelation::Less, g, f), {behind}, 4, {});
  for (TreeInterpolation strategy : strategies) {
    TreeInterpolationResult result = solve(strategy, builder.problem());
    EXPECT_TRUE(std::holds_alternative<Declined>(result)) << describe(result);
  }
  // Where they do not matter, the rest is enough.
  builder.problem().nodes.back().formula = terms.less(integer("r"), number(0));
  interpolants(TreeInterpolation::CraigTree, builder.problem());
}

TEST_F(TreeInterpolationTest, BitvectorsAndBooleans) {
  Sort word = Sort::bitvector(8);
  auto bits = [&](const char* name) { return terms.constant(name, word); };
  auto next = [&](const Term& a) {
    return terms.bitvector_binary(TermManager::BitvectorOperator::Add, a, terms.bitvector(1, 8));
  };
  Term flag = terms.constant("flag", Sort::boolean());
  TreeBuilder builder(terms);
  std::size_t caller = builder.add(all({flag, terms.equal(bits("a"), terms.bitvector(255, 8))}), {}, 1, {});
  std::size_t callee = builder.add(terms.equal(bits("r"), next(bits("p"))), {}, 2, {});
  std::size_t behind = builder.add(terms.equal(bits("p"), bits("a")), {caller, callee}, 3, {});
  builder.add(terms.logical_or(terms.logical_not(flag), differ(bits("r"), terms.bitvector(0, 8))), {behind}, 4, {});
  expect_answers_of_all(builder.problem());
}

// Definitions that nobody needs are not in the way: here the product of two large numbers.
TEST_F(TreeInterpolationTest, WhatDoesNotMatterIsSlicedAway) {
  TreeInterpolationProblem problem = sum_tree(terms, 4);
  Term product = number(1);
  for (std::size_t i = 0; i < problem.nodes.size(); ++i) {
    TreeNode& node = problem.nodes[i];
    Term before = product;
    product = integer("product" + std::to_string(i));
    const Term factor = terms.constants(node.formula).front();
    node.formula = all({node.formula, terms.equal(product, terms.multiply(before, factor))});
    node.interface.emplace_back(integer("product"), product);
  }
  for (TreeInterpolation strategy : strategies) {
    for (const Term& formula : interpolants(strategy, problem).at) {
      for (const Term& constant : terms.constants(formula)) {
        EXPECT_EQ(terms.name(constant).find("product"), std::string::npos);
      }
    }
  }
}

// One activation needs what another one does not: the formula there is about less.
TEST_F(TreeInterpolationTest, ActivationsThatNeedLess) {
  TreeBuilder b(terms);
  Term n = integer("n");
  Term r = integer("r");
  auto exit = [&](const char* in, const char* out) {
    return b.add(terms.equal(integer(out), terms.add(integer(in), number(1))), {}, 1,
                 {{n, integer(in)}, {r, integer(out)}});
  };
  std::size_t first = exit("n1", "r1"); // its result is not used
  std::size_t second = exit("n2", "r2");
  std::size_t called = b.add(all({terms.equal(integer("n1"), integer("n2")), terms.less(number(3), integer("n2"))}),
                             {first, second}, 2, {});
  b.add(terms.less(integer("r2"), number(4)), {called}, 3, {});
  for (TreeInterpolation strategy : strategies) {
    EXPECT_TRUE(interpolants(strategy, b.problem()).at[first].is_true());
  }
}

TEST_F(TreeInterpolationTest, ObligationsAreChecked) {
  const TreeInterpolationProblem problem = thesis_tree(terms);
  const std::vector<Term> good = interpolants(TreeInterpolation::Tree, problem).at;
  auto broken = [&](std::size_t node, const Term& formula) {
    std::vector<Term> at = good;
    at[node] = formula;
    return broken_obligations(terms, context, problem, at).size();
  };
  EXPECT_EQ(broken(1, good[1]), 0U);
  EXPECT_GE(broken(2, terms.boolean(true)), 1U);  // too weak for F4
  EXPECT_EQ(broken(2, terms.boolean(false)), 1U); // does not follow
  EXPECT_GE(broken(8, terms.boolean(true)), 1U);
  Term foreign = terms.logical_or(good[5], terms.equal(integer("tmp0"), terms.add(integer("tmp0"), integer("x1"))));
  EXPECT_GE(broken(5, foreign), 1U);
  EXPECT_THAT(broken_obligations(terms, context, problem, {}), testing::SizeIs(1));
}

/// Answers what it was given.
class Fake : public TreeInterpolator {
public:
  explicit Fake(TreeInterpolationResult answer) : answer_(std::move(answer)) {}
  TreeInterpolationResult interpolate(const TreeInterpolationProblem&, milliseconds) override { return answer_; }

private:
  TreeInterpolationResult answer_;
};

TEST_F(TreeInterpolationTest, WrongAnswersAreCountedAndRepaired) {
  const TreeInterpolationProblem problem = thesis_tree(terms);
  const std::vector<Term> good = interpolants(TreeInterpolation::Tree, problem).at;
  std::vector<Term> wrong = good;
  wrong[2] = terms.boolean(false);
  wrong[5] = terms.boolean(true);
  auto portfolio = [&](std::vector<TreeInterpolationResult> answers) {
    std::vector<TreePortfolio::Engine> engines;
    for (TreeInterpolationResult& answer : answers) {
      engines.push_back({std::make_unique<Fake>(std::move(answer)), milliseconds(10)});
    }
    return TreePortfolio(terms, context, std::move(engines)).interpolate(problem, ample);
  };
  TreeInterpolationResult repaired =
      portfolio({TreeInterpolants{wrong, "wrong"}, Feasible{}, Declined{"never"}, TreeInterpolants{good, "good"}});
  ASSERT_TRUE(std::holds_alternative<TreeInterpolants>(repaired)) << describe(repaired);
  EXPECT_EQ(std::get<TreeInterpolants>(repaired).engine, "good");
  EXPECT_EQ(std::get<TreeInterpolants>(repaired).failed_obligations,
            broken_obligations(terms, context, problem, wrong).size());
  EXPECT_TRUE(std::holds_alternative<Declined>(portfolio({TreeInterpolants{wrong, "wrong"}})));
  EXPECT_TRUE(std::holds_alternative<Declined>(portfolio({Feasible{}})));
}

TEST_F(TreeInterpolationTest, TimeLimitsAreKept) {
  const TreeInterpolationProblem problem = mccarthy_tree(terms, 60);
  for (TreeInterpolation strategy : strategies) {
    auto start = std::chrono::steady_clock::now();
    solve(strategy, problem, milliseconds(50));
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(6000));
  }
}

} // namespace
} // namespace vouch::smt
