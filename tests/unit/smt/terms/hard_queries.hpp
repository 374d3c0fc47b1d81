#pragma once

#include "analysis/smt/terms/term.hpp"

#include <string>
#include <vector>

/// Formulas with a known answer, for the tests of time limits and interrupts.
namespace vouch::smt {

/// Unsatisfiable, quick to decide, with many assertions: `*p` keeps its value while `steps` writes go to `q != p`.
inline std::vector<Term> writes_elsewhere(TermManager& terms, int steps) {
  auto numbered = [&](const std::string& name, int i, const Sort& sort) {
    return terms.constant(name + std::to_string(i), sort);
  };
  const Sort memory = Sort::array(Sort::integer(), Sort::integer());
  Term p = terms.constant("p", Sort::integer());
  Term q = terms.constant("q", Sort::integer());
  Term one = terms.integer(1);
  std::vector<Term> formulas{
      terms.logical_not(terms.equal(p, q)),
      terms.equal(terms.select(numbered("m", 0, memory), p), one),
      terms.equal(numbered("i", 0, Sort::integer()), terms.integer(0)),
  };
  for (int step = 0; step < steps; ++step) {
    Term counter = numbered("i", step, Sort::integer());
    formulas.push_back(
        terms.equal(numbered("m", step + 1, memory), terms.store(numbered("m", step, memory), q, counter)));
    formulas.push_back(terms.equal(numbered("i", step + 1, Sort::integer()), terms.add(counter, one)));
  }
  formulas.push_back(terms.logical_not(terms.equal(terms.select(numbered("m", steps, memory), p), one)));
  return formulas;
}

/// Satisfiable, but out of reach: the factors of a 128-bit product of two primes.
inline Term factorisation(TermManager& terms) {
  using Operator = TermManager::BitvectorOperator;
  auto wide = [&](const char* name) {
    Term factor = terms.constant(name, Sort::bitvector(64));
    return terms.bitvector_extend(TermManager::BitvectorExtension::Zero, factor, 64);
  };
  auto large = [&](const Term& factor) {
    return terms.bitvector_compare(TermManager::BitvectorRelation::UnsignedLess, terms.bitvector(1, 128), factor);
  };
  Term product = terms.bitvector_binary(Operator::Multiply, terms.bitvector(cfa::Integer{12764787846358441471U}, 128),
                                        terms.bitvector(cfa::Integer{11570824891466443081U}, 128));
  Term equation = terms.equal(terms.bitvector_binary(Operator::Multiply, wide("f"), wide("g")), product);
  return terms.logical_and(equation, terms.logical_and(large(wide("f")), large(wide("g"))));
}

/// Takes hundreds of megabytes, bit by bit. No word occurs in one place only, so that none can be left out.
inline Term many_products(TermManager& terms) {
  using Operator = TermManager::BitvectorOperator;
  const unsigned width = 96;
  std::vector<Term> equations;
  for (int i = 0; i < 100; ++i) {
    auto word = [&](int number) { return terms.constant("u" + std::to_string(number), Sort::bitvector(width)); };
    Term square = terms.bitvector_binary(Operator::Multiply, word(i), word(i));
    Term product = terms.bitvector_binary(Operator::Multiply, word(i + 1), word(i + 2));
    equations.push_back(terms.equal(square, terms.bitvector_binary(Operator::Add, product, terms.bitvector(3, width))));
  }
  return terms.logical_and(equations);
}

} // namespace vouch::smt
