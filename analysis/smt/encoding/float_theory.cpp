#include "analysis/smt/encoding/float_theory.hpp"

#include "analysis/smt/encoding/ieee_floats.hpp"
#include "analysis/smt/encoding/ordered_floats.hpp"

#include <cmath>
#include <set>

namespace vouch::smt {
namespace {

/// More would make formulas large for little: a program with so many constants computes with them.
constexpr std::size_t most_landmarks = 8;

std::vector<long double> landmarks_of(const cfa::Cfa& cfa) {
  std::set<long double> found = {0, 1, -1};
  for (std::size_t index = 0; index < cfa.edge_count() && found.size() < most_landmarks; ++index) {
    for (cfa::ExpressionRef root : cfa::expressions_of(cfa.edge(cfa::EdgeId(index)).operation)) {
      cfa::for_each_subexpression(root, [&](cfa::ExpressionRef expression) {
        const auto* constant = std::get_if<cfa::FloatConstant>(&expression->node);
        if (constant != nullptr && std::isfinite(constant->value) && found.size() < most_landmarks) {
          found.insert(constant->value);
        }
      });
    }
  }
  return {found.begin(), found.end()};
}

} // namespace

std::unique_ptr<FloatTheory> make_float_theory(Theory theory, TermManager& terms, const cfa::Cfa& cfa) {
  if (theory == Theory::Integers) {
    return std::make_unique<OrderedFloats>(terms, [&cfa] { return landmarks_of(cfa); });
  }
  return std::make_unique<IeeeFloats>(terms);
}

} // namespace vouch::smt
