#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace vouch {

/// An index into one particular table; `Tag` keeps indices of different tables apart at compile time.
/// A default-constructed id is invalid and equal only to other invalid ids.
template <class Tag>
class StrongId {
public:
  constexpr StrongId() = default;
  constexpr explicit StrongId(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr std::size_t index() const { return index_; }
  [[nodiscard]] constexpr bool is_valid() const { return index_ != invalid; }

  friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
  static constexpr std::uint32_t invalid = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t index_ = invalid;
};

} // namespace vouch

template <class Tag>
struct std::hash<vouch::StrongId<Tag>> {
  std::size_t operator()(vouch::StrongId<Tag> id) const noexcept { return id.index(); }
};
