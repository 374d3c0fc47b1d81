#include "analysis/smt/terms/circuit_size.hpp"

#include "analysis/smt/terms/term_traversal.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <bit>

namespace vouch::smt {
namespace {

/// Of a full adder, and of what decides in a comparison.
constexpr std::uint64_t gates_of_sum = 8;
constexpr std::uint64_t gates_of_choice = 3;

std::uint64_t width_of(const z3::expr& expression) {
  return expression.get_sort().is_bv() ? expression.get_sort().bv_size() : 1;
}

bool has_literal(const z3::expr& application) {
  for (unsigned i = 0; i < application.num_args(); ++i) {
    if (is_literal(application.arg(i))) {
      return true;
    }
  }
  return false;
}

/// Of the operation alone.
std::uint64_t gates_of(const z3::expr& application) {
  const std::uint64_t width = width_of(application);
  switch (kind_of(application)) {
  case Z3_OP_BUDIV:
  case Z3_OP_BUREM:
  case Z3_OP_BSDIV:
  case Z3_OP_BSREM:
  case Z3_OP_BSMOD:
  case Z3_OP_BUDIV_I:
  case Z3_OP_BUREM_I:
  case Z3_OP_BSDIV_I:
  case Z3_OP_BSREM_I:
  case Z3_OP_BSMOD_I: // a difference and a choice for each bit of the quotient
    return width * width * (gates_of_sum + gates_of_choice);
  case Z3_OP_BMUL: // a sum for each bit; about half of them are left of a number's
    return width * width * gates_of_sum / (has_literal(application) ? 2 : 1);
  case Z3_OP_BADD:
  case Z3_OP_BSUB:
  case Z3_OP_BNEG:
    return width * gates_of_sum;
  case Z3_OP_BSHL:
  case Z3_OP_BLSHR:
  case Z3_OP_BASHR: // a choice for each bit of the distance
    return has_literal(application) ? 0 : width * gates_of_choice * std::bit_width(width);
  case Z3_OP_EQ:
  case Z3_OP_ULEQ:
  case Z3_OP_ULT:
  case Z3_OP_UGEQ:
  case Z3_OP_UGT:
  case Z3_OP_SLEQ:
  case Z3_OP_SLT:
  case Z3_OP_SGEQ:
  case Z3_OP_SGT:
    return width_of(application.arg(0)) * gates_of_choice;
  case Z3_OP_ITE:
    return width * gates_of_choice;
  case Z3_OP_CONCAT:
  case Z3_OP_EXTRACT:
  case Z3_OP_SIGN_EXT:
  case Z3_OP_ZERO_EXT:
    return 0;
  default:
    return std::max<std::uint64_t>(width, application.num_args());
  }
}

} // namespace

std::uint64_t circuit_size(const Term& formula) {
  std::uint64_t gates = 0;
  walk(Z3Access::expression(formula), [&](const z3::expr& subterm) {
    gates += subterm.is_app() ? gates_of(subterm) : 0;
    return true;
  });
  return gates;
}

} // namespace vouch::smt
