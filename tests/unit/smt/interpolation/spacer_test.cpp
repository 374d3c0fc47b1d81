#include "analysis/smt/interpolation/horn_core.hpp"
#include "analysis/smt/interpolation/spacer.hpp"
#include "tests/unit/smt/interpolation/interpolation_engines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

class SpacerTest : public testing::Test {
protected:
  TermManager terms;
  RunContext context;

  Term integer(const std::string& name) { return terms.constant(name, Sort::integer()); }
  Term number(int value) { return terms.integer(value); }
  Term plus(const Term& a, int b) { return terms.add(a, number(b)); }
  Term all(const std::vector<Term>& conjuncts) { return terms.logical_and(conjuncts); }

  /// The formulas, after checking that every clause is valid under them.
  std::vector<Term> solution(const HornSystem& system) {
    SpacerOptions options;
    options.limit = ample;
    HornResult result = solve_with_spacer(terms, context, system, options);
    const auto* found = std::get_if<HornSolution>(&result);
    if (found == nullptr) {
      ADD_FAILURE() << "no solution";
      return {};
    }
    EXPECT_TRUE(solves(system, found->predicates));
    return found->predicates;
  }
  bool solves(const HornSystem& system, const std::vector<Term>& formulas) {
    return std::all_of(system.clauses.begin(), system.clauses.end(), [&](const HornClause& clause) {
      std::vector<Term> premise{clause.constraint};
      for (const HornAtom& atom : clause.body) {
        premise.push_back(said_of(terms, system, atom, formulas[atom.predicate]));
      }
      Term conclusion =
          clause.head ? said_of(terms, system, *clause.head, formulas[clause.head->predicate]) : terms.boolean(false);
      return implies_surely(terms, context, terms.logical_and(premise), conclusion);
    });
  }

  /// McCarthy's function: n > 100 ? n - 10 : f(f(n + 11)), and what is never to be true of n and the result.
  HornSystem mccarthy(const std::function<Term(const Term&, const Term&)>& error) {
    Term n = integer("n");
    Term r = integer("r");
    Term inner = integer("inner");
    HornSystem system;
    system.parameters = {{n, r}};
    system.clauses.push_back(
        {{}, all({terms.less(number(100), n), terms.equal(r, plus(n, -10))}), HornAtom{0, {n, r}}});
    system.clauses.push_back({{HornAtom{0, {plus(n, 11), inner}}, HornAtom{0, {inner, r}}},
                              terms.less_equal(n, number(100)),
                              HornAtom{0, {n, r}}});
    system.clauses.push_back({{HornAtom{0, {n, r}}}, error(n, r), std::nullopt});
    return system;
  }
};

TEST_F(SpacerTest, TwoCallsInOneClause) {
  HornSystem system = mccarthy([&](const Term& n, const Term& r) {
    return all({terms.less_equal(n, number(101)), terms.logical_not(terms.equal(r, number(91)))});
  });
  EXPECT_THAT(solution(system), testing::SizeIs(1));
}

TEST_F(SpacerTest, DerivationsNeedBothCalls) {
  SpacerOptions options;
  options.limit = ample;
  HornSystem system = mccarthy(
      [&](const Term& n, const Term& r) { return all({terms.equal(n, number(99)), terms.equal(r, number(91))}); });
  EXPECT_TRUE(std::holds_alternative<HornDerivation>(solve_with_spacer(terms, context, system, options)));
}

// A tree: two predicates without a common constant meet in the clause that derives false.
TEST_F(SpacerTest, ClausesWithoutLoops) {
  Term a = integer("a");
  Term b = integer("b");
  HornSystem system;
  system.parameters = {{a}, {b}};
  system.clauses.push_back({{}, terms.less_equal(number(3), a), HornAtom{0, {a}}});
  system.clauses.push_back({{}, terms.less_equal(b, number(2)), HornAtom{1, {b}}});
  system.clauses.push_back({{HornAtom{0, {a}}, HornAtom{1, {b}}}, terms.less(a, b), std::nullopt});
  std::vector<Term> found = solution(system);
  ASSERT_THAT(found, testing::SizeIs(2));
  EXPECT_THAT(terms.constants(found[0]), testing::ElementsAre(a));
  EXPECT_THAT(terms.constants(found[1]), testing::ElementsAre(b));
}

// Spacer itself says true of the first two.
TEST_F(SpacerTest, PredicatesThatNothingReaches) {
  Term a = integer("a");
  Term b = integer("b");
  HornSystem system;
  system.parameters = {{a}, {a}, {a}};
  system.clauses.push_back({{}, all({terms.less(a, b), terms.less(b, a)}), HornAtom{0, {a}}});
  system.clauses.push_back({{HornAtom{0, {a}}}, terms.equal(b, plus(a, 1)), HornAtom{1, {b}}});
  system.clauses.push_back({{}, terms.equal(a, number(1)), HornAtom{2, {a}}});
  system.clauses.push_back({{HornAtom{1, {a}}, HornAtom{2, {b}}}, terms.equal(a, b), std::nullopt});
  EXPECT_TRUE(solution(system).front().is_false());
}

TEST_F(SpacerTest, CoresOfSolutionsAreSolutions) {
  HornSystem system = mccarthy([&](const Term& n, const Term& r) {
    return all({terms.less_equal(n, number(101)), terms.logical_not(terms.equal(r, number(91)))});
  });
  Term n = integer("n");
  Term r = integer("r");
  Term exact = terms.logical_or(terms.equal(r, number(91)), terms.less(number(101), n));
  Term above = terms.logical_or(terms.equal(r, plus(n, -10)), terms.less_equal(n, number(100)));
  Term idle = terms.less_equal(number(91), r);
  auto core = horn_core(terms, context, system, {all({exact, above, idle})}, ample);
  ASSERT_TRUE(core);
  EXPECT_TRUE(solves(system, *core));
  EXPECT_THAT(terms.conjuncts(core->front()), testing::UnorderedElementsAre(exact, above));
  EXPECT_FALSE(horn_core(terms, context, system, {all({exact, idle})}, ample)); // f(101) may be 90 then
}

TEST_F(SpacerTest, FunctionsAreRemovedFromClauses) {
  Term a = integer("a");
  auto function = [&](const Term& of) {
    const std::array arguments{of};
    return terms.apply("f", arguments, Sort::integer());
  };
  HornSystem system;
  system.parameters = {{a}};
  system.clauses.push_back({{}, terms.equal(a, number(1)), HornAtom{0, {a}}});
  system.clauses.push_back(
      {{HornAtom{0, {a}}}, all({terms.logical_not(terms.equal(function(a), function(number(1))))}), std::nullopt});
  EXPECT_EQ(remove_functions(terms, system), Strength::Weaker);
  EXPECT_THAT(solution(system), testing::SizeIs(1));
  EXPECT_EQ(remove_functions(terms, system), Strength::Same);
}

} // namespace
} // namespace vouch::smt
