#include "analysis/cfa/shared_literals.hpp"

namespace vouch::cfa {

std::optional<Integer> shared_distance(const Variable& a, const Variable& b) {
  if (!a.literal || !b.literal) {
    return std::nullopt;
  }
  const bool share_their_end = a.literal->ends_with(*b.literal) || b.literal->ends_with(*a.literal);
  return share_their_end
             ? std::optional(static_cast<Integer>(a.literal->size()) - static_cast<Integer>(b.literal->size()))
             : std::nullopt;
}

} // namespace vouch::cfa
