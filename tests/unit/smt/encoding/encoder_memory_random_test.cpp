#include "tests/support/random_memory_program.hpp"
#include "tests/unit/smt/encoding/path_formula.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using namespace cfa;
using namespace vouch::test;

/// What the simulation loads must not be refuted, and where the formula claims to be exact, nothing else may be possible.
/// Returns whether it does.
bool check(RandomMemoryProgram& program, Theory theory) {
  PathFormula f(program.cfa(), theory);
  SCOPED_TRACE(theory_name(theory));
  SCOPED_TRACE(f.formula().to_string());
  std::vector<Term> expected = {f.terms().equal(
      f.last(program.index()), f.terms().numeral(program.index_value(), f.last(program.index()).sort()))};
  Term inputs = expected.front();
  for (const auto& [variable, value] : program.loaded()) {
    expected.push_back(f.equals(variable, value));
  }
  EXPECT_TRUE(f.can(f.terms().logical_and(expected)));
  if (f.is_exact()) {
    EXPECT_TRUE(f.must(f.terms().implies(inputs, f.terms().logical_and(expected))));
  }
  return f.is_exact();
}

TEST(EncoderMemoryRandomTest, AgreesWithASimulationOfBytes) {
  int exact_checks = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomMemoryProgram program(seed);
    for (Theory theory : {Theory::Integers, Theory::Bitvectors}) {
      exact_checks += check(program, theory) ? 1 : 0;
    }
    if (HasFailure()) {
      break;
    }
  }
  EXPECT_GT(exact_checks, 150); // the test would say little otherwise
}

} // namespace
} // namespace vouch::smt
