#include "analysis/domains/values/value_precision.hpp"

#include "analysis/domains/values/seen_values.hpp"

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
  if (contents_->given_up.places.contains(place)) {
    return false;
  }
  const auto* memory = std::get_if<MemoryPlace>(&place);
  const auto local = contents_->local.find(location);
  return contents_->tracks_everything || (memory != nullptr && contents_->whole.contains(memory->owner)) ||
         contents_->global.contains(place) || (local != contents_->local.end() && local->second.contains(place));
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
  contents.global.insert(places.begin(), places.end());
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
  contents.global.insert(other.contents_->global.begin(), other.contents_->global.end());
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
