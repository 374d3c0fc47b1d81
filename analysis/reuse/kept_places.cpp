#include "analysis/reuse/kept_places.hpp"

#include <charconv>
#include <optional>

namespace vouch::reuse {
namespace {

using domains::MemoryPlace;
using domains::TrackedPlace;

const std::string all_cells = "+*";

domains::ValuePrecision restored(const std::string& kept, const PortableNames& names) {
  const std::size_t sign = kept.find_last_of('+');
  const std::optional<cfa::VariableId> variable = names.variable(kept.substr(0, sign));
  const domains::ValuePrecision nothing;
  if (!variable) {
    return nothing;
  }
  if (sign == std::string::npos) {
    return nothing.with_global({*variable});
  }
  if (kept.ends_with(all_cells)) {
    return nothing.with_whole({*variable});
  }
  std::uint64_t offset = 0;
  const char* const end = kept.data() + kept.size();
  const auto [read, error] = std::from_chars(kept.data() + sign + 1, end, offset);
  const bool has_offset = error == std::errc() && read == end;
  return nothing.with_global({MemoryPlace{*variable, has_offset ? std::optional(offset) : std::nullopt}});
}

} // namespace

std::vector<std::string> kept_places(const domains::ValuePrecision& tracked, const PortableNames& names) {
  std::vector<std::string> result;
  for (const domains::ObjectOwner& owner : tracked.whole_objects()) {
    const auto* variable = std::get_if<cfa::VariableId>(&owner);
    if (variable != nullptr && !names.of(*variable).empty()) {
      result.push_back(names.of(*variable) + all_cells);
    }
  }
  for (const TrackedPlace& place : tracked.places()) {
    const std::optional<cfa::VariableId> variable = domains::variable_of(place);
    const std::string name = variable ? names.of(*variable) : std::string();
    if (name.empty()) {
      continue;
    }
    const auto* memory = std::get_if<MemoryPlace>(&place);
    const bool has_offset = memory != nullptr && memory->offset;
    result.push_back(name + (memory != nullptr ? "+" : "") + (has_offset ? std::to_string(*memory->offset) : ""));
  }
  return result;
}

domains::ValuePrecision restored_places(const std::vector<std::string>& kept, const PortableNames& names) {
  domains::ValuePrecision result;
  for (const std::string& name : kept) {
    result = result.joined(restored(name, names));
  }
  return result;
}

} // namespace vouch::reuse
