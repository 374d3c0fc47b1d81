#include "analysis/smt/encoding/scalar_theory.hpp"

#include "analysis/smt/encoding/bitvector_theory.hpp"
#include "analysis/smt/encoding/integer_theory.hpp"

namespace vouch::smt {

std::unique_ptr<ScalarTheory> make_scalar_theory(Theory theory, TermManager& terms) {
  if (theory == Theory::Integers) {
    return std::make_unique<IntegerTheory>(terms);
  }
  return std::make_unique<BitvectorTheory>(terms);
}

} // namespace vouch::smt
