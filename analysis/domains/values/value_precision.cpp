#include "analysis/domains/values/value_precision.hpp"

#include "analysis/domains/values/seen_values.hpp"

#include <algorithm>

namespace vouch::domains {

std::optional<cfa::VariableId> variable_of(const TrackedPlace& place) {
  if (const auto* memory = std::get_if<MemoryPlace>(&place)) {
    const auto* owner = std::get_if<cfa::VariableId>(&memory->owner);
    return owner != nullptr ? std::optional(*owner) : std::nullopt;
  }
  return std::get<cfa::VariableId>(place);
}

ValuePrecision ValuePrecision::everything() {
  Contents contents;
  contents.tracks_everything = true;
  contents.names_everything = true;
  return ValuePrecision(std::move(contents));
}

ValuePrecision ValuePrecision::everything_but_objects(std::set<cfa::EdgeId> named) {
  Contents contents;
  contents.tracks_everything = true;
  contents.named = std::move(named);
  return ValuePrecision(std::move(contents));
}

bool ValuePrecision::tracks(const TrackedPlace& place, cfa::LocationId location) const {
  if (!contents_->given_up.places.empty() && contents_->given_up.places.contains(place)) {
    return false;
  }
  if (contents_->tracks_everything) {
    return true;
  }
  if (const auto* memory = std::get_if<MemoryPlace>(&place)) {
    if (contents_->whole.contains(memory->owner) || contents_->global.contains(place)) {
      return true;
    }
  } else {
    const std::size_t variable = std::get<cfa::VariableId>(place).index();
    if (variable < contents_->global_registers.size() && contents_->global_registers[variable]) {
      return true;
    }
  }
  const auto local = contents_->local.find(location);
  return local != contents_->local.end() && local->second.contains(place);
}

void ValuePrecision::Contents::track_globally(const TrackedPlaces& places) {
  for (const TrackedPlace& place : places) {
    global.insert(place);
    if (const auto* variable = std::get_if<cfa::VariableId>(&place)) {
      global_registers.resize(std::max(global_registers.size(), variable->index() + 1));
      global_registers[variable->index()] = true;
    }
  }
}

bool ValuePrecision::names(cfa::EdgeId allocation) const {
  return (contents_->names_everything || contents_->named.contains(allocation)) &&
         !contents_->given_up.names.contains(allocation);
}

TrackedPlaces ValuePrecision::places() const {
  TrackedPlaces result = contents_->global;
  for (const auto& [location, places] : contents_->local) {
    result.insert(places.begin(), places.end());
  }
  for (const TrackedPlace& given_up : contents_->given_up.places) {
    result.erase(given_up);
  }
  return result;
}

ValuePrecision ValuePrecision::with_local(cfa::LocationId location, const TrackedPlaces& places) const {
  if (places.empty()) {
    return *this;
  }
  Contents contents = *contents_;
  contents.local[location].insert(places.begin(), places.end());
  return ValuePrecision(std::move(contents));
}

ValuePrecision ValuePrecision::with_global(const TrackedPlaces& places) const {
  Contents contents = *contents_;
  contents.track_globally(places);
  return ValuePrecision(std::move(contents));
}

bool ValuePrecision::empty() const { return *contents_ == Contents(); }

ValuePrecision ValuePrecision::with_whole(const std::set<ObjectOwner>& objects) const {
  Contents contents = *contents_;
  contents.whole.insert(objects.begin(), objects.end());
  return ValuePrecision(std::move(contents));
}

ValuePrecision ValuePrecision::with_names(const std::set<cfa::EdgeId>& allocations) const {
  Contents contents = *contents_;
  contents.named.insert(allocations.begin(), allocations.end());
  return ValuePrecision(std::move(contents));
}

ValuePrecision ValuePrecision::giving_up(const GivenUp& more) const {
  Contents contents = *contents_;
  contents.given_up.places.insert(more.places.begin(), more.places.end());
  contents.given_up.names.insert(more.names.begin(), more.names.end());
  return ValuePrecision(std::move(contents));
}

ValuePrecision ValuePrecision::having_seen(SeenValues values) const {
  Contents contents = *contents_;
  contents.seen = std::make_shared<const SeenValues>(std::move(values));
  return ValuePrecision(std::move(contents));
}

ValuePrecision ValuePrecision::joined(const ValuePrecision& other) const {
  if (contents_ == other.contents_) {
    return *this;
  }
  Contents contents = *contents_;
  for (const auto& [location, places] : other.contents_->local) {
    contents.local[location].insert(places.begin(), places.end());
  }
  contents.track_globally(other.contents_->global);
  contents.whole.insert(other.contents_->whole.begin(), other.contents_->whole.end());
  contents.named.insert(other.contents_->named.begin(), other.contents_->named.end());
  contents.given_up.places.insert(other.contents_->given_up.places.begin(), other.contents_->given_up.places.end());
  contents.given_up.names.insert(other.contents_->given_up.names.begin(), other.contents_->given_up.names.end());
  contents.tracks_everything = contents.tracks_everything || other.contents_->tracks_everything;
  contents.names_everything = contents.names_everything || other.contents_->names_everything;
  return contents == *contents_ ? *this : ValuePrecision(std::move(contents));
}

std::set<cfa::VariableId> tracked_variables(const ValuePrecision& precision) {
  std::set<cfa::VariableId> result;
  for (const TrackedPlace& place : precision.places()) {
    if (const std::optional<cfa::VariableId> variable = variable_of(place)) {
      result.insert(*variable);
    }
  }
  for (const ObjectOwner& owner : precision.whole_objects()) {
    if (const auto* variable = std::get_if<cfa::VariableId>(&owner)) {
      result.insert(*variable);
    }
  }
  return result;
}

} // namespace vouch::domains
