#pragma once

#include "analysis/domains/values/value_precision.hpp"
#include "analysis/domains/values/value_state.hpp"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <variant>
#include <vector>

/// Which values places have had.
namespace vouch::domains {

/// What a caller's parameter has while the function has called itself.
struct SavedRegister {
  cfa::VariableId variable;
  friend auto operator<=>(const SavedRegister&, const SavedRegister&) = default;
};
struct CellOfObject {
  std::uint64_t object = 0; ///< the number of its id
  std::uint64_t offset = 0; ///< in bytes
  friend auto operator<=>(const CellOfObject&, const CellOfObject&) = default;
};
/// Something that has one value in a state: a register, a cell of one object, or how many objects an `Allocate` has made.
using CountedPlace = std::variant<cfa::VariableId, SavedRegister, CellOfObject, cfa::EdgeId>;

void for_each_counted(const ValueState& state,
                      const std::function<void(const CountedPlace&, const ExplicitValue&)>& visit);
std::optional<ExplicitValue> value_at(const ValueState& state, const CountedPlace& place);

/// The place as precisions have it; nothing for what an `Allocate` has made.
std::optional<TrackedPlace> tracked_place(const CountedPlace& place);

/// Different values by place.
class SeenValues {
public:
  /// Returns how many there are, this one included.
  std::size_t add(const CountedPlace& place, const ExplicitValue& value);
  friend bool operator==(const SeenValues&, const SeenValues&) = default;

private:
  std::map<CountedPlace, std::vector<ExplicitValue>> values_;
};

} // namespace vouch::domains
