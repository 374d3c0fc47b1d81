#pragma once

#include <cstddef>
#include <functional>

namespace vouch {

/// Mixes `value` into `seed`; the order of calls matters.
inline void hash_combine(std::size_t& seed, std::size_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6U) + (seed >> 2U);
}

/// The combined hash of all arguments, each hashed with `std::hash`.
template <class... Values>
std::size_t hash_of(const Values&... values) {
  std::size_t seed = sizeof...(Values);
  (hash_combine(seed, std::hash<Values>{}(values)), ...);
  return seed;
}

} // namespace vouch
