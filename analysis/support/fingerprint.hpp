#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vouch {

/// 128 bits that stand for a text (docs/decisions/0095). Equal texts have equal fingerprints, on every machine; that
/// different texts have equal ones is unlikely, not impossible: who relies on it compares the texts.
struct Fingerprint {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

Fingerprint fingerprint_of(std::string_view text);

/// 32 hexadecimal digits.
std::string to_string(const Fingerprint& fingerprint);

} // namespace vouch

template <>
struct std::hash<vouch::Fingerprint> {
  std::size_t operator()(const vouch::Fingerprint& fingerprint) const noexcept { return fingerprint.low; }
};
