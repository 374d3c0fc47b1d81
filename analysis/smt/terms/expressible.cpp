#include "analysis/smt/terms/expressible.hpp"

#include "analysis/smt/terms/rewrite.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <vector>

namespace vouch::smt {

namespace {

bool is_supported_scalar(const z3::sort& sort) { return sort.is_bool() || sort.is_int() || sort.is_bv(); }

bool is_supported_sort(const z3::sort& sort) {
  return sort.is_array() ? is_supported_scalar(sort.array_domain()) && is_supported_scalar(sort.array_range())
                         : is_supported_scalar(sort);
}

bool is_supported_operation(const z3::expr& expression) {
  Z3_decl_kind kind = kind_of(expression);
  switch (kind) {
  case Z3_OP_TRUE:
  case Z3_OP_FALSE:
  case Z3_OP_EQ:
  case Z3_OP_DISTINCT:
  case Z3_OP_ITE:
  case Z3_OP_AND:
  case Z3_OP_OR:
  case Z3_OP_IFF:
  case Z3_OP_XOR:
  case Z3_OP_NOT:
  case Z3_OP_IMPLIES:
  case Z3_OP_ANUM:
  case Z3_OP_LE:
  case Z3_OP_GE:
  case Z3_OP_LT:
  case Z3_OP_GT:
  case Z3_OP_ADD:
  case Z3_OP_SUB:
  case Z3_OP_UMINUS:
  case Z3_OP_MUL:
  case Z3_OP_IDIV:
  case Z3_OP_REM:
  case Z3_OP_MOD:
  case Z3_OP_STORE:
  case Z3_OP_SELECT:
  case Z3_OP_CONST_ARRAY:
    return true;
  case Z3_OP_UNINTERPRETED:
    return expression.decl().name().kind() == Z3_STRING_SYMBOL;
  case Z3_OP_BSDIV0:
  case Z3_OP_BUDIV0:
  case Z3_OP_BSREM0:
  case Z3_OP_BUREM0:
  case Z3_OP_BSMOD0:
    return false;
  default:
    return kind >= Z3_OP_BNUM && kind <= Z3_OP_BV2INT;
  }
}

} // namespace

std::optional<z3::expr> expressible(const z3::expr& formula) {
  auto result = rewrite(formula, [](const z3::expr& subterm, const std::vector<Z3_ast>& arguments) {
    if (!is_supported_sort(subterm.get_sort()) || !is_supported_operation(subterm)) {
      return std::optional<z3::expr>();
    }
    if (kind_of(subterm) != Z3_OP_BIT2BOOL) {
      return std::optional(with_arguments(subterm, arguments));
    }
    z3::context& context = subterm.ctx();
    auto bit = static_cast<unsigned>(Z3_get_decl_int_parameter(context, subterm.decl(), 0));
    return std::optional(z3::expr(context, arguments[0]).extract(bit, bit) == context.bv_val(1, 1));
  });
  return result ? std::optional(result->simplify()) : std::nullopt;
}

} // namespace vouch::smt
