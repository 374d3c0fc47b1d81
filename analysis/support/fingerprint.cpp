#include "analysis/support/fingerprint.hpp"

#include <array>
#include <cstdio>
#include <xxhash.h>

namespace vouch {

Fingerprint fingerprint_of(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.high64, hash.low64};
}

std::string to_string(const Fingerprint& fingerprint) {
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx", static_cast<unsigned long long>(fingerprint.high),
                static_cast<unsigned long long>(fingerprint.low));
  return digits.data();
}

} // namespace vouch
