#include "analysis/reuse/kept_places.hpp"

#include <charconv>
#include <optional>

namespace vouch::reuse {
namespace {

using domains::MemoryPlace;
using domains::TrackedPlace;

std::optional<TrackedPlace> restored(const std::string& kept, const PortableNames& names) {
  const std::size_t sign = kept.find_last_of('+');
  const std::optional<cfa::VariableId> variable = names.variable(kept.substr(0, sign));
  if (!variable) {
    return std::nullopt;
  }
  if (sign == std::string::npos) {
    return *variable;
  }
  std::uint64_t offset = 0;
  const char* const end = kept.data() + kept.size();
  const auto [read, error] = std::from_chars(kept.data() + sign + 1, end, offset);
  return MemoryPlace{*variable, error == std::errc() && read == end ? std::optional(offset) : std::nullopt};
}

} // namespace

std::vector<std::string> kept_places(const domains::TrackedPlaces& places, const PortableNames& names) {
  std::vector<std::string> result;
  for (const TrackedPlace& place : places) {
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

domains::TrackedPlaces restored_places(const std::vector<std::string>& kept, const PortableNames& names) {
  domains::TrackedPlaces result;
  for (const std::string& name : kept) {
    if (const std::optional<TrackedPlace> place = restored(name, names)) {
      result.insert(*place);
    }
  }
  return result;
}

} // namespace vouch::reuse
