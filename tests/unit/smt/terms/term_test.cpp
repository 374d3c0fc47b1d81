#include "analysis/smt/terms/term.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class TermTest : public testing::Test {
protected:
  TermManager terms;
  Term x = terms.constant("main::x", Sort::integer());
  Term y = terms.constant("main::y", Sort::integer());
  Term p = terms.constant("p", Sort::boolean());
  Term q = terms.constant("q", Sort::boolean());
  Term one = terms.integer(1);
};

TEST_F(TermTest, EqualTermsAreOne) {
  Term sum = terms.add(x, y);
  EXPECT_EQ(sum, terms.add(x, y));
  EXPECT_EQ(sum.hash(), terms.add(x, y).hash());
  EXPECT_NE(sum, terms.add(y, x));
  EXPECT_NE(x, terms.constant("main::x", Sort::bitvector(32)));
}

TEST_F(TermTest, CopiesAndMovesKeepTheNodeAlive) {
  Term sum = terms.add(x, y);
  Term copy = sum;
  Term moved = std::move(sum);
  EXPECT_TRUE(sum.is_null()); // NOLINT(bugprone-use-after-move): the state after a move is what is tested
  EXPECT_EQ(copy, moved);
  copy = Term();
  EXPECT_EQ(moved.to_string(), "(+ |main::x| |main::y|)");
  moved = *&moved;
  EXPECT_FALSE(moved.is_null());
}

TEST_F(TermTest, KnowsItsSort) {
  Sort memory = Sort::array(Sort::bitvector(64), Sort::integer());
  EXPECT_EQ(x.sort(), Sort::integer());
  EXPECT_EQ(terms.less(x, y).sort(), Sort::boolean());
  EXPECT_EQ(terms.bitvector(5, 17).sort(), Sort::bitvector(17));
  EXPECT_EQ(terms.constant("memory", memory).sort(), memory);
  EXPECT_EQ(terms.constant_array(Sort::bitvector(64), one).sort(), memory);
}

TEST_F(TermTest, NumeralsOfEveryWidth) {
  cfa::Integer large = (cfa::Integer{1} << 64U) + 7;
  EXPECT_EQ(terms.integer(large).to_string(), "18446744073709551623");
  EXPECT_EQ(terms.integer(-large).to_string(), "(- 18446744073709551623)");
  EXPECT_EQ(terms.bitvector(-1, 8).to_string(), "#xff");
  EXPECT_EQ(terms.bitvector(256 + 3, 8).to_string(), "#x03");
  EXPECT_EQ(terms.bitvector(-2, 64).to_string(), "#xfffffffffffffffe");
  EXPECT_EQ(terms.bitvector(large, 68).to_string(), "#x10000000000000007");
  EXPECT_EQ(terms.bitvector(-1, 128).to_string(), "#x" + std::string(32, 'f'));
  EXPECT_EQ(terms.bitvector(-1, 136).to_string(), "#x" + std::string(34, 'f'));
  EXPECT_EQ(terms.numeral(3, Sort::bitvector(4)), terms.bitvector(3, 4));
}

TEST_F(TermTest, NeutralAndAbsorbingElements) {
  Term yes = terms.boolean(true);
  Term no = terms.boolean(false);
  EXPECT_EQ(terms.logical_and(yes, p), p);
  EXPECT_EQ(terms.logical_and(p, no), no);
  EXPECT_EQ(terms.logical_or(no, p), p);
  EXPECT_EQ(terms.logical_or(p, yes), yes);
  EXPECT_EQ(terms.logical_and({}), yes);
  EXPECT_EQ(terms.logical_or({}), no);
  EXPECT_EQ(terms.logical_not(terms.logical_not(p)), p);
  EXPECT_EQ(terms.implies(no, p), yes);
  EXPECT_EQ(terms.implies(p, no), terms.logical_not(p));
  EXPECT_EQ(terms.if_then_else(p, x, x), x);
  EXPECT_EQ(terms.if_then_else(no, x, y), y);
  EXPECT_EQ(terms.equal(p, no), terms.logical_not(p));
  EXPECT_EQ(terms.equal(p, terms.logical_not(p)), no);
  EXPECT_EQ(terms.add(x, terms.integer(0)), x);
  EXPECT_EQ(terms.multiply(one, x), x);
  EXPECT_EQ(terms.multiply(x, terms.integer(0)), terms.integer(0));
  EXPECT_EQ(terms.less(x, x), no);
}

TEST_F(TermTest, NumeralsFold) {
  EXPECT_EQ(terms.add(one, one), terms.integer(2));
  EXPECT_EQ(terms.divide(terms.integer(-7), terms.integer(2)), terms.integer(-4));
  EXPECT_EQ(terms.modulo(terms.integer(-7), terms.integer(2)), one);
  EXPECT_TRUE(terms.less(one, terms.integer(2)).is_true());
  using Operator = TermManager::BitvectorOperator;
  Term minus_seven = terms.bitvector(-7, 8);
  Term two = terms.bitvector(2, 8);
  EXPECT_EQ(terms.bitvector_binary(Operator::SignedDivide, minus_seven, two), terms.bitvector(-3, 8));
  EXPECT_EQ(terms.bitvector_binary(Operator::SignedRemainder, minus_seven, two), terms.bitvector(-1, 8));
  EXPECT_EQ(terms.bitvector_binary(Operator::UnsignedDivide, minus_seven, two), terms.bitvector(124, 8));
  EXPECT_EQ(terms.bitvector_binary(Operator::ArithmeticShiftRight, minus_seven, two), terms.bitvector(-2, 8));
  EXPECT_EQ(terms.bitvector_binary(Operator::LogicalShiftRight, minus_seven, two), terms.bitvector(62, 8));
  EXPECT_EQ(terms.bitvector_binary(Operator::Concat, two, minus_seven), terms.bitvector(0x2f9, 16));
  EXPECT_EQ(terms.bitvector_extend(TermManager::BitvectorExtension::Sign, minus_seven, 8), terms.bitvector(-7, 16));
  EXPECT_EQ(terms.bitvector_extend(TermManager::BitvectorExtension::Zero, minus_seven, 8), terms.bitvector(249, 16));
  EXPECT_EQ(terms.bitvector_extract(terms.bitvector(0x2f9, 16), 15, 8), two);
  EXPECT_TRUE(terms.bitvector_compare(TermManager::BitvectorRelation::SignedLess, minus_seven, two).is_true());
  EXPECT_TRUE(terms.bitvector_compare(TermManager::BitvectorRelation::UnsignedLess, minus_seven, two).is_false());
}

TEST_F(TermTest, DivisionByZeroStaysOpen) {
  EXPECT_NE(terms.divide(one, terms.integer(0)), terms.divide(terms.integer(2), terms.integer(0)));
  EXPECT_EQ(terms.modulo(one, terms.integer(0)).to_string(), "(mod 1 0)");
}

TEST_F(TermTest, SubstitutesSimultaneously) {
  Term formula = terms.less(x, terms.add(y, one));
  EXPECT_EQ(terms.substitute(formula, {{x, y}, {y, x}}), terms.less(y, terms.add(x, one)));
  EXPECT_EQ(terms.substitute(formula, {}), formula);
}

TEST_F(TermTest, ConstantsInOrderOfFirstOccurrence) {
  Term memory = terms.constant("memory", Sort::array(Sort::integer(), Sort::integer()));
  Term formula = terms.logical_or(terms.less(y, terms.select(memory, x)), terms.logical_and(p, terms.less(x, y)));
  EXPECT_THAT(terms.constants(formula), ElementsAre(y, memory, x, p));
  EXPECT_THAT(terms.constants(terms.boolean(true)), IsEmpty());
  const std::vector<Term>& first = terms.constants(formula);
  EXPECT_EQ(&first, &terms.constants(formula));
}

TEST_F(TermTest, FunctionsAreNotConstants) {
  const std::array arguments{x, y};
  Term product = terms.apply("product", arguments, Sort::integer());
  EXPECT_THAT(terms.constants(product), ElementsAre(x, y));
  EXPECT_EQ(product, terms.apply("product", arguments, Sort::integer()));
}

TEST_F(TermTest, NamesComeBack) {
  EXPECT_EQ(terms.name(x), "main::x");
  EXPECT_EQ(terms.name(terms.constant("a b|c", Sort::boolean())), "a b|c");
  EXPECT_THROW((void)terms.name(terms.add(x, y)), std::logic_error);
}

TEST_F(TermTest, AtomsLieBelowTheConnectives) {
  Term less = terms.less(x, y);
  Term zero = terms.equal(x, terms.integer(0));
  Term formula = terms.logical_or(terms.logical_and(p, terms.logical_not(less)),
                                  terms.if_then_else(q, zero, terms.equal(p, less)));
  EXPECT_THAT(terms.atoms(formula), ElementsAre(p, less, q, zero));
  Term inner = terms.less(terms.if_then_else(p, x, y), one);
  EXPECT_THAT(terms.atoms(inner), ElementsAre(inner));
  EXPECT_THAT(terms.atoms(terms.boolean(false)), IsEmpty());
}

TEST_F(TermTest, ConjunctsAreFlat) {
  Term less = terms.less(x, y);
  Term either = terms.logical_or(p, q);
  EXPECT_THAT(terms.conjuncts(terms.logical_and(terms.logical_and(p, less), either)), ElementsAre(p, less, either));
  EXPECT_THAT(terms.conjuncts(either), ElementsAre(either));
  EXPECT_THAT(terms.conjuncts(terms.boolean(true)), ElementsAre(terms.boolean(true)));
}

TEST_F(TermTest, WalksDeepTermsWithoutRecursion) {
  Term deep = p;
  for (int i = 0; i < 100000; ++i) {
    deep = terms.if_then_else(deep, q, p);
  }
  EXPECT_THAT(terms.constants(deep), testing::SizeIs(2));
  EXPECT_THAT(terms.atoms(deep), testing::SizeIs(2));
}

TEST_F(TermTest, TextComesBackAsTheSameTerm) {
  Term odd = terms.constant("f::a b", Sort::bitvector(32));
  const std::array arguments{x};
  Term shared = terms.apply("square", arguments, Sort::integer());
  for (int i = 0; i < 20; ++i) {
    shared = terms.add(shared, shared);
  }
  Term bits = terms.bitvector_compare(TermManager::BitvectorRelation::SignedLess, odd, terms.bitvector(-1, 32));
  Term formula = terms.logical_and(terms.less(shared, y), terms.if_then_else(p, bits, terms.logical_not(bits)));
  const std::vector<Term> constants = terms.constants(formula);
  EXPECT_EQ(terms.parse(formula.to_string(), constants), formula);
  EXPECT_EQ(formula.to_string().find('\n'), std::string::npos);
  EXPECT_EQ(terms.parse(shared.to_string(), constants), shared);
  EXPECT_EQ(terms.parse("p", constants), p);
}

TEST_F(TermTest, WhatDoesNotParseIsNull) {
  const std::array constants{x};
  EXPECT_TRUE(terms.parse("(< |main::x| |main::y|)", constants).is_null());
  EXPECT_TRUE(terms.parse("(< |main::x|", constants).is_null());
  EXPECT_TRUE(terms.parse("true) (assert false", constants).is_null());
}

} // namespace
} // namespace vouch::smt
