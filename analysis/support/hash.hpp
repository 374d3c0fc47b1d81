#pragma once

#include <boost/container_hash/hash.hpp>
#include <cstddef>
#include <functional>

namespace vouch {

/// Mixes `value` into `seed`; the order of calls matters. Small numbers, which most values are, stay apart: keys of
/// partitions are such hashes, and two places with one key are merged less precisely and compared in vain.
inline void hash_combine(std::size_t& seed, std::size_t value) { boost::hash_combine(seed, value); }

/// The combined hash of all arguments, each hashed with `std::hash`.
template <class... Values>
std::size_t hash_of(const Values&... values) {
  std::size_t seed = sizeof...(Values);
  (hash_combine(seed, std::hash<Values>{}(values)), ...);
  return seed;
}

} // namespace vouch
