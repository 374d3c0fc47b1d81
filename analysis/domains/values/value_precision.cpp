#include "analysis/domains/values/value_precision.hpp"

namespace vouch::domains {

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
  const auto local = contents_->local.find(location);
  return contents_->tracks_everything || contents_->global.contains(place) ||
         (local != contents_->local.end() && local->second.contains(place));
}

bool ValuePrecision::names(cfa::EdgeId allocation) const {
  return contents_->names_everything || contents_->named.contains(allocation);
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

ValuePrecision ValuePrecision::with_names(const std::set<cfa::EdgeId>& allocations) const {
  Contents contents = *contents_;
  contents.named.insert(allocations.begin(), allocations.end());
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
  contents.named.insert(other.contents_->named.begin(), other.contents_->named.end());
  contents.tracks_everything = contents.tracks_everything || other.contents_->tracks_everything;
  contents.names_everything = contents.names_everything || other.contents_->names_everything;
  return contents == *contents_ ? *this : ValuePrecision(std::move(contents));
}

} // namespace vouch::domains
