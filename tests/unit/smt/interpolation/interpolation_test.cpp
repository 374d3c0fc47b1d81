#include "analysis/smt/interpolation/core_predicates.hpp"
#include "analysis/smt/interpolation/portfolio_interpolator.hpp"
#include "analysis/smt/interpolation/validating_interpolator.hpp"
#include "tests/unit/smt/interpolation/interpolation_engines.hpp"
#include "tests/unit/smt/interpolation/path_families.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace vouch::smt {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class InterpolationTest : public testing::Test {
protected:
  TermManager terms;
  RunContext context;
  Sort integers = Sort::integer();

  Term integer(const std::string& name) { return terms.constant(name, integers); }
  Term number(int value) { return terms.integer(value); }
  InterpolationProblem family(const std::string& name, int length) {
    return path_problem(terms, path_family(terms, name, length), length);
  }
  InterpolationResult solve(EngineKind kind, const InterpolationProblem& problem, milliseconds limit = ample) {
    return make_engine(kind, terms, context)->interpolate(problem, limit);
  }
  /// The cuts, after checking the contract.
  std::vector<Term> cuts(EngineKind kind, const InterpolationProblem& problem) {
    InterpolationResult result = solve(kind, problem);
    const auto* interpolants = std::get_if<Interpolants>(&result);
    if (interpolants == nullptr) {
      ADD_FAILURE() << describe(result);
      return {};
    }
    EXPECT_EQ(contract_violation(terms, context, problem, interpolants->cuts), std::nullopt);
    return interpolants->cuts;
  }
};

TEST_F(InterpolationTest, PathProgramsDoNotDependOnTheLength) {
  EXPECT_EQ(cuts(EngineKind::PathProgram, family("count", 3)).front().to_string(),
            cuts(EngineKind::PathProgram, family("count", 60)).front().to_string());
}

// Spacer alone counts up to large bounds.
TEST_F(InterpolationTest, BoundsByTheNumbersOfTheProgram) {
  Term i = integer("i");
  Term before = integer("i1");
  Term after = integer("i2");
  Term bound = number(1000000);
  InterpolationProblem problem;
  problem.steps.push_back({terms.equal(after, number(0)), {}, {{i, after}}, 1});
  Term round = terms.logical_and(terms.less(before, bound), terms.equal(after, terms.add(before, number(1))));
  problem.steps.push_back({round, {{i, before}}, {{i, after}}, 1});
  Term error = terms.logical_and(terms.less_equal(bound, before), terms.logical_not(terms.equal(before, bound)));
  problem.steps.push_back({error, {{i, before}}, {}, 2});
  std::vector<Term> found = cuts(EngineKind::PathProgramWithHints, problem);
  EXPECT_THAT(found, testing::ElementsAre(terms.less_equal(i, bound), terms.less_equal(i, bound)));
}

// A hint that is not needed is not in the answer: every conjunct becomes a predicate that costs time for ever.
TEST_F(InterpolationTest, InvariantsAreMinimised) {
  PathFamily counting = path_family(terms, "count", 4);
  PathFamily wide = counting;
  wide.symbols.emplace_back("z", integers);
  wide.initial = [&](const State& s) { return terms.logical_and(counting.initial(s), terms.equal(s[3], s[2])); };
  wide.step = [&](const State& s, const State& t, int round) {
    return terms.logical_and(counting.step(s, t, round), terms.equal(t[3], s[3]));
  };
  wide.error = [&](const State& s) { return terms.logical_and(counting.error(s), terms.less(s[3], s[0])); };
  for (const Term& cut : cuts(EngineKind::PathProgramWithHints, path_problem(terms, wide, 4))) {
    EXPECT_EQ(terms.conjuncts(cut).size(), 1U) << cut.to_string();
  }
}

TEST_F(InterpolationTest, FarkasConstantsAreWidened) {
  EXPECT_EQ(different(cuts(EngineKind::Farkas, family("const", 20))), 1U); // 0 <= x, not 7 <= x behind round 7
  EXPECT_EQ(different(cuts(EngineKind::Farkas, family("count", 20))), 1U); // y = 2i
}

TEST_F(InterpolationTest, ChainsSayTheSameInEveryRoundIfTheyCan) {
  for (const char* name : {"const", "count", "swap", "arr", "heap"}) {
    EXPECT_LE(different(cuts(EngineKind::Chain, family(name, 20))), 3U) << name;
  }
}

// Two consecutive loops are a known limit of Spacer: on its own it does not end. The affine equality s = i of the
// first loop is all it lacks. Without folding, the interpolants speak about one number of rounds only.
TEST_F(InterpolationTest, TwoLoopsNeedAffineEqualities) {
  EXPECT_TRUE(
      std::holds_alternative<Undecided>(solve(EngineKind::PathProgram, family("twoloops", 8), milliseconds(400))));
  EXPECT_EQ(different(cuts(EngineKind::PathProgramWithHints, family("twoloops", 8))), 2U);
  EXPECT_GT(different(cuts(EngineKind::Chain, family("twoloops", 8))), 4U);
}

TEST_F(InterpolationTest, FeasiblePathsAreCalledSo) {
  InterpolationProblem problem = family("bound", 4);
  problem.steps.back().relation = terms.boolean(true);
  EXPECT_TRUE(std::holds_alternative<Feasible>(solve(EngineKind::Chain, problem)));
  EXPECT_TRUE(std::holds_alternative<Feasible>(solve(EngineKind::Portfolio, problem)));
  EXPECT_TRUE(std::holds_alternative<Declined>(solve(EngineKind::PathProgram, problem)));
  EXPECT_TRUE(std::holds_alternative<Declined>(solve(EngineKind::Farkas, problem)));
  EXPECT_TRUE(std::holds_alternative<Feasible>(CorePredicates(terms, context).interpolate(problem, ample)));
}

// The error is reachable, but not after three rounds: only the path as it is has interpolants.
TEST_F(InterpolationTest, PathsThatOnlyTheirLengthRefutes) {
  InterpolationProblem problem = family("const", 3);
  const auto& [x, last] = problem.steps.back().inputs.front();
  problem.steps.back().relation = terms.equal(last, number(7));
  InterpolationResult folded = solve(EngineKind::PathProgram, problem);
  EXPECT_TRUE(std::holds_alternative<Declined>(folded)) << describe(folded);
  EXPECT_EQ(cuts(EngineKind::Chain, problem).size(), 4U);
  EXPECT_EQ(cuts(EngineKind::Portfolio, problem).size(), 4U);
}

TEST_F(InterpolationTest, OneStepHasNoCuts) {
  InterpolationProblem problem;
  problem.steps.push_back({terms.boolean(false), {}, {}, 0});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Portfolio}) {
    EXPECT_THAT(cuts(kind, problem), testing::IsEmpty());
  }
  problem.steps.front().relation = terms.equal(integer("local"), number(3));
  EXPECT_TRUE(std::holds_alternative<Feasible>(solve(EngineKind::Portfolio, problem)));
}

TEST_F(InterpolationTest, StepsMayUseTheSameConstants) {
  Term x = integer("x");
  Term in = integer("in");
  Term out = integer("out");
  Term local = integer("local");
  InterpolationProblem problem;
  problem.steps.push_back({terms.equal(out, number(1)), {}, {{x, out}}, 1});
  for (int i = 0; i < 3; ++i) {
    Term relation = terms.logical_and(terms.less(number(i), local), terms.equal(out, terms.add(in, local)));
    problem.steps.push_back({relation, {{x, in}}, {{x, out}}, 1});
  }
  problem.steps.push_back({terms.less_equal(in, number(0)), {{x, in}}, {}, 2});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Farkas, EngineKind::Portfolio}) {
    EXPECT_THAT(cuts(kind, problem), testing::SizeIs(4));
  }
}

TEST_F(InterpolationTest, UnchangedSymbolsKeepTheirValues) {
  Term x = integer("x");
  Term y = integer("y");
  InterpolationProblem problem;
  problem.steps.push_back({terms.equal(integer("a"), number(5)), {}, {{x, integer("a")}}, 1});
  problem.steps.push_back({terms.equal(integer("b"), number(6)), {}, {{y, integer("b")}}, 2});
  problem.steps.push_back({terms.boolean(true), {}, {}, 3});
  problem.steps.push_back(
      {terms.less_equal(integer("d"), integer("c")), {{x, integer("c")}, {y, integer("d")}}, {}, 4});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Farkas}) {
    std::vector<Term> found = cuts(kind, problem);
    ASSERT_THAT(found, testing::SizeIs(3));
    EXPECT_THAT(terms.constants(found[0]), testing::ElementsAre(x));
    EXPECT_THAT(terms.constants(found[2]), testing::UnorderedElementsAre(x, y));
  }
}

TEST_F(InterpolationTest, CopiesShareAConstant) {
  Term x = integer("x");
  Term y = integer("y");
  InterpolationProblem problem;
  problem.steps.push_back({terms.boolean(true), {{x, integer("x1")}}, {{y, integer("x1")}}, 1});
  problem.steps.push_back({terms.equal(integer("x2"), terms.add(integer("x1"), number(1))),
                           {{x, integer("x1")}},
                           {{x, integer("x2")}, {y, integer("x2")}},
                           2});
  problem.steps.push_back({terms.less(integer("y3"), integer("x3")), {{x, integer("x3")}, {y, integer("y3")}}, {}, 3});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Farkas}) {
    EXPECT_THAT(cuts(kind, problem), testing::SizeIs(2));
  }
}

TEST_F(InterpolationTest, RigidConstantsAndTheirAxioms) {
  Sort memory = Sort::array(integers, integers);
  Term m = terms.constant("m", memory);
  Term first = integer("&first");
  Term second = integer("&second");
  Term third = integer("&third");
  auto memory_at = [&](int i) { return terms.constant("m" + std::to_string(i), memory); };
  InterpolationProblem problem;
  problem.rigid = {first, second, third};
  problem.background = terms.logical_and(terms.less(first, third), terms.less(third, second));
  problem.steps.push_back({terms.equal(memory_at(1), terms.store(memory_at(0), first, number(1))),
                           {{m, memory_at(0)}},
                           {{m, memory_at(1)}},
                           1});
  problem.steps.push_back({terms.equal(memory_at(2), terms.store(memory_at(1), second, number(2))),
                           {{m, memory_at(1)}},
                           {{m, memory_at(2)}},
                           2});
  problem.steps.push_back(
      {terms.logical_not(terms.equal(terms.select(memory_at(2), first), number(1))), {{m, memory_at(2)}}, {}, 3});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Portfolio}) {
    EXPECT_THAT(cuts(kind, problem), testing::SizeIs(2));
  }
  problem.background = Term();
  EXPECT_TRUE(std::holds_alternative<Feasible>(solve(EngineKind::Chain, problem)));
}

// Spacer knows no functions: their values become arbitrary, equal ones for equal arguments within a step.
TEST_F(InterpolationTest, UninterpretedFunctions) {
  Term x = integer("x");
  auto square = [&](const Term& of) {
    const std::array arguments{of, of};
    return terms.apply("multiply", arguments, integers);
  };
  InterpolationProblem problem;
  Term same = terms.equal(integer("a"), integer("b"));
  Term different = terms.less(square(integer("a")), square(integer("b")));
  Term known = terms.less_equal(number(0), square(integer("a")));
  problem.steps.push_back({terms.logical_and(std::vector{terms.equal(integer("x1"), square(integer("a"))), known,
                                                         terms.logical_or(different, terms.logical_not(same))}),
                           {},
                           {{x, integer("x1")}},
                           1});
  problem.steps.push_back({terms.less(integer("x1"), number(0)), {{x, integer("x1")}}, {}, 2});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Portfolio}) {
    EXPECT_THAT(cuts(kind, problem), testing::SizeIs(1));
  }
  // Across steps the function is needed in the formula of the cut, which only hints can say.
  Term y = integer("y");
  problem.steps[0] = {terms.equal(integer("x1"), square(integer("y1"))), {{y, integer("y1")}}, {{x, integer("x1")}}, 1};
  problem.steps[1] = {terms.logical_not(terms.equal(integer("x1"), square(integer("y1")))),
                      {{x, integer("x1")}, {y, integer("y1")}},
                      {},
                      2};
  EXPECT_TRUE(std::holds_alternative<Declined>(solve(EngineKind::Chain, problem)));
  EXPECT_THAT(cuts(EngineKind::Portfolio, problem), testing::ElementsAre(terms.equal(x, square(y))));
}

TEST_F(InterpolationTest, MixedSorts) {
  Sort word = Sort::bitvector(8);
  Sort memory = Sort::array(word, Sort::boolean());
  struct Symbols {
    Term flag, count, bits, map;
  };
  auto at = [&](const std::string& suffix) {
    return Symbols{terms.constant("flag" + suffix, Sort::boolean()), integer("count" + suffix),
                   terms.constant("bits" + suffix, word), terms.constant("map" + suffix, memory)};
  };
  auto mapping = [](const Symbols& a, const Symbols& b) {
    return Substitution{{a.flag, b.flag}, {a.count, b.count}, {a.bits, b.bits}, {a.map, b.map}};
  };
  Symbols state = at("");
  Symbols in = at("1");
  Symbols out = at("2");
  auto is_seven = [&](const Symbols& s) { return terms.equal(s.bits, terms.bitvector(7, 8)); };
  InterpolationProblem problem;
  Term start = terms.logical_and(
      std::vector{out.flag, terms.equal(out.count, number(0)), is_seven(out), terms.select(out.map, out.bits)});
  problem.steps.push_back({start, {}, mapping(state, out), 1});
  Term round = terms.logical_and(
      std::vector{terms.equal(out.flag, terms.logical_or(in.flag, terms.less(number(9), in.count))),
                  terms.equal(out.count, terms.if_then_else(in.flag, terms.add(in.count, number(1)), number(-1))),
                  terms.equal(out.bits, in.bits),
                  terms.equal(out.map, terms.store(in.map, terms.bitvector(3, 8), terms.boolean(false)))});
  for (int i = 0; i < 3; ++i) {
    problem.steps.push_back({round, mapping(state, in), mapping(state, out), 1});
  }
  Term error = terms.logical_or(std::vector{terms.logical_not(in.flag), terms.less(in.count, number(0)),
                                            terms.logical_not(terms.select(in.map, in.bits))});
  problem.steps.push_back({error, mapping(state, in), {}, 2});
  for (EngineKind kind : {EngineKind::PathProgram, EngineKind::Chain, EngineKind::Portfolio}) {
    EXPECT_THAT(cuts(kind, problem), testing::SizeIs(4));
  }
}

TEST_F(InterpolationTest, BitvectorInterpolantsAreOrdinaryTerms) {
  for (const Term& cut : cuts(EngineKind::PathProgram, family("bvpar", 6))) {
    std::string text = cut.to_string();
    EXPECT_EQ(text.find("bit2bool"), std::string::npos) << text;
    EXPECT_EQ(terms.parse(text, terms.constants(cut)), cut);
  }
}

TEST_F(InterpolationTest, IrrelevantSymbolsDoNotMatter) {
  PathFamily wide = path_family(terms, "count", 10);
  PathFamily narrow = wide;
  for (int i = 0; i < 60; ++i) {
    wide.symbols.emplace_back("w" + std::to_string(i), integers);
  }
  wide.step = [&](const State& s, const State& t, int round) {
    std::vector<Term> all{narrow.step(s, t, round)};
    for (std::size_t i = 3; i < s.size(); ++i) {
      all.push_back(terms.equal(t[i], terms.add(s[i], s[i - 1])));
    }
    return terms.logical_and(all);
  };
  for (const Term& cut : cuts(EngineKind::PathProgramWithHints, path_problem(terms, wide, 10))) {
    EXPECT_LE(terms.constants(cut).size(), 3U);
  }
}

TEST_F(InterpolationTest, CorePredicatesAreAtomsOverTheState) {
  InterpolationProblem problem = family("count", 6);
  InterpolationResult result = CorePredicates(terms, context).interpolate(problem, ample);
  const auto* predicates = std::get_if<Predicates>(&result);
  ASSERT_NE(predicates, nullptr) << describe(result);
  ASSERT_THAT(predicates->cuts, testing::SizeIs(7));
  Term twice = terms.simplify(terms.equal(integer("y"), terms.multiply(number(2), integer("i"))));
  for (const auto& cut : predicates->cuts) {
    EXPECT_THAT(cut, testing::Contains(twice));
  }
}

TEST_F(InterpolationTest, CorePredicatesOfALocationServeAllItsCuts) {
  InterpolationResult result = CorePredicates(terms, context).interpolate(family("nonneg", 6), ample);
  const auto* predicates = std::get_if<Predicates>(&result);
  ASSERT_NE(predicates, nullptr) << describe(result);
  for (const auto& cut : predicates->cuts) {
    EXPECT_THAT(cut, testing::Contains(terms.simplify(terms.less_equal(number(0), integer("x")))));
  }
}

/// Answers what it was given.
class Fake : public Interpolator {
public:
  explicit Fake(InterpolationResult answer) : answer_(std::move(answer)) {}
  InterpolationResult interpolate(const InterpolationProblem&, milliseconds) override { return answer_; }

private:
  InterpolationResult answer_;
};

TEST_F(InterpolationTest, WrongAnswersAreNotPassedOn) {
  InterpolationProblem problem = family("const", 2);
  Term x = integer("x");
  Term good = terms.less_equal(number(0), x);
  auto validated = [&](InterpolationResult answer) {
    return ValidatingInterpolator(terms, context, std::make_unique<Fake>(std::move(answer)))
        .interpolate(problem, ample);
  };
  auto rejected = [&](std::vector<Term> answer) {
    return std::holds_alternative<Declined>(validated(Interpolants{std::move(answer), "fake"}));
  };
  EXPECT_FALSE(rejected({good, good, good}));
  EXPECT_TRUE(rejected({good, good}));
  EXPECT_TRUE(rejected({good, terms.boolean(true), good}));
  EXPECT_TRUE(rejected({good, good, terms.boolean(true)}));
  EXPECT_TRUE(rejected({terms.less(number(0), x), good, good}));
  Term foreign = terms.logical_or(good, terms.equal(integer("x_1"), integer("x_2")));
  EXPECT_TRUE(rejected({good, foreign, good}));
  EXPECT_TRUE(std::holds_alternative<Declined>(validated(Feasible{})));
  EXPECT_TRUE(std::holds_alternative<Undecided>(validated(Undecided{"as it is"})));
}

/// Takes all of its time, and notes how much that was.
class Slow : public Interpolator {
public:
  explicit Slow(std::vector<milliseconds>& limits) : limits_(limits) {}
  InterpolationResult interpolate(const InterpolationProblem&, milliseconds limit) override {
    limits_.push_back(limit);
    std::this_thread::sleep_for(limit);
    return Undecided{"slow"};
  }

private:
  std::vector<milliseconds>& limits_;
};

TEST_F(InterpolationTest, PortfoliosGrowTheLimitsAndEndWithTheLastResort) {
  std::vector<milliseconds> limits;
  std::vector<PortfolioInterpolator::Engine> engines;
  engines.push_back({std::make_unique<Fake>(Declined{"never"}), milliseconds(5)});
  engines.push_back({std::make_unique<Slow>(limits), milliseconds(5)});
  auto last_resort = std::make_unique<Fake>(Predicates{{{integer("p")}}, "fake"});
  PortfolioInterpolator portfolio(std::move(engines), std::move(last_resort));
  InterpolationResult result = portfolio.interpolate(family("const", 1), milliseconds(60));
  EXPECT_TRUE(std::holds_alternative<Predicates>(result)) << describe(result);
  ASSERT_GE(limits.size(), 2U);
  EXPECT_EQ(limits[0], milliseconds(5));
  EXPECT_EQ(limits[1], milliseconds(20));
}

TEST_F(InterpolationTest, TimeLimitsAreKept) {
  auto start = steady_clock::now();
  InterpolationResult result = solve(EngineKind::PathProgram, family("twoloops", 8), milliseconds(200));
  EXPECT_TRUE(std::holds_alternative<Undecided>(result)) << describe(result);
  EXPECT_LT(steady_clock::now() - start, milliseconds(6000));
  EXPECT_FALSE(cuts(EngineKind::PathProgram, family("count", 4)).empty()); // no trace is left in the context
}

TEST_F(InterpolationTest, AStopEndsSpacerSoon) {
  std::stop_source source;
  context.stop = source.get_token();
  steady_clock::time_point stopped;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(150));
    stopped = steady_clock::now();
    source.request_stop();
  });
  EXPECT_THROW(solve(EngineKind::Chain, family("bvcount", 60)), Interrupted);
  auto returned = steady_clock::now();
  stopper.join();
  EXPECT_LT(returned - stopped, milliseconds(6000));
}

TEST_F(InterpolationTest, TheDeadlineEndsSpacer) {
  InterpolationProblem takes_seconds = family("bvcount", 60);
  context.deadline = steady_clock::now() + milliseconds(30);
  EXPECT_THROW(solve(EngineKind::Chain, takes_seconds), Interrupted);
  EXPECT_LT(steady_clock::now() - *context.deadline, milliseconds(6000));
}

TEST_F(InterpolationTest, SpacerTakesOnlyAShareOfTheMemory) {
  InterpolationProblem problem = family("bvcount", 40);
  context.memory_limit_bytes = resident_memory_bytes() + (std::uint64_t{500} << 20U);
  InterpolationResult result = solve(EngineKind::Chain, problem);
  ASSERT_TRUE(std::holds_alternative<Undecided>(result)) << describe(result);
  EXPECT_EQ(std::get<Undecided>(result).reason, "memory");
  EXPECT_FALSE(cuts(EngineKind::PathProgram, family("count", 4)).empty());
}

} // namespace
} // namespace vouch::smt
