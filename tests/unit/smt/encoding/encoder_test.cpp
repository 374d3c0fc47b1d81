#include "tests/support/program.hpp"
#include "tests/unit/smt/encoding/path_formula.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using namespace cfa;
using namespace vouch::test;

TEST(SsaMapTest, IsAValue) {
  SsaMap map;
  SsaMap changed = map.with(SymbolId(7), 2).with(SymbolId(3), 1);
  EXPECT_EQ(map.size(), 0U);
  EXPECT_EQ(changed[SymbolId(7)], 2U);
  EXPECT_EQ(changed[SymbolId(3)], 1U);
  EXPECT_EQ(changed[SymbolId(4)], 0U);
  EXPECT_EQ(changed.begin()->first, SymbolId(3));
  EXPECT_EQ(changed, map.with(SymbolId(3), 1).with(SymbolId(7), 5).with(SymbolId(7), 2));
  EXPECT_EQ(changed.hash(), map.with(SymbolId(3), 1).with(SymbolId(7), 2).hash());
  EXPECT_EQ(changed.with(SymbolId(3), 0).with(SymbolId(7), 0), map);
}

class EncoderTest : public ::testing::TestWithParam<Theory> {
protected:
  PathFormula path() {
    cfa_ = p.build();
    return PathFormula(cfa_, GetParam());
  }
  Program p;
  Cfa cfa_;
};

INSTANTIATE_TEST_SUITE_P(Theories, EncoderTest, ::testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& theory) { return theory_name(theory.param); });

TEST_P(EncoderTest, SymbolsHaveNamesSortsAndMeanings) {
  VariableId x = p.register_variable("x", u16);
  VariableId shadow = p.register_variable("x", i32);
  VariableId global = p.register_variable("g", i32, VariableKind::Global);
  PathFormula f = path();
  Encoder& e = f.encoder();
  EXPECT_EQ(e.name_of(e.symbol_of(x)), "main::x");
  EXPECT_NE(e.name_of(e.symbol_of(shadow)), "main::x");
  EXPECT_EQ(e.name_of(e.symbol_of(global)), "g");
  EXPECT_EQ(e.sort_of(e.symbol_of(x)), GetParam() == Theory::Integers ? Sort::integer() : Sort::bitvector(16));
  EXPECT_EQ(e.meaning(e.symbol_of(x)), SymbolMeaning(x));
  Term third = e.indexed(e.symbol_of(x), 3);
  EXPECT_EQ(e.find(third), (IndexedSymbol{e.symbol_of(x), 3}));
  EXPECT_EQ(e.find(e.symbol(e.symbol_of(x))), (IndexedSymbol{e.symbol_of(x), std::nullopt}));
  EXPECT_EQ(e.find(f.terms().constant("foreign", Sort::integer())), std::nullopt);
}

TEST_P(EncoderTest, InstantiateAndBack) {
  VariableId x = p.register_variable("x", i32);
  VariableId y = p.register_variable("y", i32);
  p.then(Assign{x, p.number(1)});
  PathFormula f = path();
  Encoder& e = f.encoder();
  Term predicate = f.terms().equal(e.symbol(e.symbol_of(x)), e.symbol(e.symbol_of(y)));
  Term instance = f.terms().equal(e.indexed(e.symbol_of(x), 1), e.indexed(e.symbol_of(y), 0));
  EXPECT_EQ(e.instantiate(predicate, f.ssa()), instance);
  EXPECT_EQ(e.without_indices(instance), predicate);
}

TEST_P(EncoderTest, ReadsAtTheStartOfABlockAreInRange) {
  VariableId x = p.register_variable("x", u8);
  VariableId y = p.register_variable("y", i32);
  p.then(Assign{y, p.expressions().convert(p.read(x), i32)});
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(y, 255)));
  EXPECT_FALSE(f.can(f.equals(y, 256)));
  EXPECT_FALSE(f.can(f.equals(y, -1)));
}

TEST_P(EncoderTest, AssumptionsHoldOrFail) {
  VariableId x = p.register_variable("x", i32);
  p.then(Assume{p.read(x), Polarity::Holds});
  p.then(Assume{p.expressions().binary(BinaryOperator::Less, p.read(x), p.number(0)), Polarity::Fails});
  PathFormula f = path();
  EXPECT_FALSE(f.can(f.equals(x, 0)));
  EXPECT_FALSE(f.can(f.equals(x, -1)));
  EXPECT_TRUE(f.can(f.equals(x, 1)));
}

TEST_P(EncoderTest, SignedOverflowEndsTheRun) {
  VariableId x = p.register_variable("x", i32);
  p.then(Assign{x, p.expressions().binary(BinaryOperator::Add, p.read(x), p.number(1))});
  PathFormula f = path();
  EXPECT_FALSE(f.can(f.equals(x, minimum_value(i32))));
  EXPECT_TRUE(f.can(f.equals(x, maximum_value(i32))));
}

TEST_P(EncoderTest, InputsAreListedInOrder) {
  VariableId x = p.register_variable("x", u8);
  VariableId y = p.register_variable("y", i32);
  p.then(Input{x, InputKind::Nondeterministic, "__VERIFIER_nondet_uchar", {}});
  p.then(Assign{x, p.number(3, u8)});
  EdgeId external = p.then(Input{y, InputKind::External, "f", {p.read(x), p.number(7)}});
  p.then(Input{x, InputKind::Nondeterministic, "__VERIFIER_nondet_bool", {}, Input::Range::Boolean});
  PathFormula f = path();
  ASSERT_EQ(f.inputs().size(), 3U);
  SymbolId symbol = f.encoder().symbol_of(x);
  EXPECT_EQ(f.inputs()[0].value, f.encoder().indexed(symbol, 1));
  EXPECT_EQ(f.inputs()[1].edge, external);
  EXPECT_EQ(f.inputs()[1].arguments.size(), 2U);
  EXPECT_EQ(f.inputs()[1].arguments[0], f.encoder().indexed(symbol, 2));
  EXPECT_EQ(f.inputs()[2].value, f.encoder().indexed(symbol, 3));
  EXPECT_TRUE(f.can(f.equals(x, 1)));
  EXPECT_FALSE(f.can(f.equals(x, 2)));
  EXPECT_TRUE(f.is_exact());
}

TEST_P(EncoderTest, BindingsAreSimultaneous) {
  VariableId x = p.register_variable("x", i32);
  VariableId y = p.register_variable("y", i32);
  FunctionId callee = p.builder().add_function("f", {});
  p.then(Assign{x, p.number(1)});
  p.then(Assign{y, p.number(2)});
  LocationId last = p.builder().add_location(p.main(), {});
  p.builder().add_call(last, last, Call{callee, {{x, p.read(y)}, {y, p.read(x)}}}, {{x, p.read(y)}, {y, p.read(x)}},
                       {});
  cfa_ = p.build();
  PathFormula twice(cfa_, GetParam()); // a call and its return: swapped twice
  EXPECT_TRUE(twice.must(twice.equals(x, 1)));
  EXPECT_TRUE(twice.must(twice.equals(y, 2)));
}

TEST_P(EncoderTest, BranchesMeetAtTheLargestIndices) {
  VariableId x = p.register_variable("x", u8);
  VariableId y = p.register_variable("y", i32);
  VariableId f = p.register_variable("f", f64);
  EdgeId one = p.then(Assign{x, p.number(1, u8)});
  EdgeId two = p.then(Assign{x, p.number(2, u8)});
  EdgeId other = p.then(Assign{y, p.number(5)});
  EdgeId arbitrary = p.then(Assign{f, p.expressions().make(FloatConstant{1.5}, f64)});
  cfa_ = p.build();
  facts::MemoryRegions regions(cfa_);
  TermManager terms;
  Encoder e(terms, cfa_, regions, GetParam());
  EncodedStep first = e.encode(one, SsaMap());
  EncodedStep first_end = e.encode(two, first.out);
  EncodedStep second = e.encode(other, SsaMap());
  EncodedStep second_end = e.encode(arbitrary, second.out);
  MergedSsa merged = e.merge(first_end.out, second_end.out);
  EXPECT_EQ(merged.ssa[e.symbol_of(x)], 2U);
  EXPECT_EQ(merged.ssa[e.symbol_of(y)], 1U);
  EXPECT_EQ(merged.ssa, e.merge(second_end.out, first_end.out).ssa);
  auto value = [&](VariableId id) { return e.indexed(e.symbol_of(id), merged.ssa[e.symbol_of(id)]); };
  auto is = [&](VariableId id, Integer number) {
    return terms.equal(value(id), terms.numeral(number, value(id).sort()));
  };
  Term left = terms.logical_and(std::vector<Term>{first.formula, first_end.formula, merged.first});
  Term right = terms.logical_and(std::vector<Term>{second.formula, second_end.formula, merged.second});
  RunContext context;
  EXPECT_TRUE(implies_surely(terms, context, left, is(x, 2)));
  EXPECT_TRUE(implies_surely(terms, context, left, terms.equal(value(y), e.indexed(e.symbol_of(y), 0))));
  EXPECT_TRUE(implies_surely(terms, context, right, is(y, 5)));
  EXPECT_TRUE(implies_surely(terms, context, right, terms.equal(value(x), e.indexed(e.symbol_of(x), 0))));
  if (GetParam() == Theory::Integers) {
    EXPECT_TRUE(implies_surely(terms, context, right, terms.less_equal(value(x), terms.integer(255))));
  }
}

// Constants of a formula are symbols at an index or rigid, so that blocks can be put together by renaming.
TEST_P(EncoderTest, EveryConstantIsAccountedFor) {
  VariableId x = p.register_variable("x", i32);
  VariableId q = p.register_variable("q", pointer_type);
  VariableId d = p.register_variable("d", f64);
  VariableId a = p.memory_variable("a", AggregateType{8}, 4);
  p.then(Allocate{q, p.number(8, u64)});
  p.then(Assign{q, p.address_of(a)});
  p.then(Store{p.read(q), p.read(x)});
  p.then(Declare{a});
  p.then(Assign{x, p.expressions().convert(p.read(d), i32)});
  p.then(Store{p.plus(p.read(q), 4), p.expressions().binary(BinaryOperator::Multiply, p.read(x), p.read(x))});
  PathFormula f = path();
  for (const Term& constant : f.terms().constants(f.formula())) {
    auto found = f.encoder().find(constant);
    EXPECT_TRUE(f.encoder().is_rigid(constant) || (found && found->index)) << constant.to_string();
  }
}

} // namespace
} // namespace vouch::smt
