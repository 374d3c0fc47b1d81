#pragma once

#include "analysis/cfa/cfa.hpp"

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace vouch::domains {

class SeenValues;

/// A variable in memory, or all that an `Allocate` makes.
using ObjectOwner = std::variant<cfa::VariableId, cfa::EdgeId>;

/// A place in memory. Without an offset: what is known of the object as a whole, its size, whether it lives, and what it is
/// filled with.
struct MemoryPlace {
  ObjectOwner owner;
  std::optional<std::uint64_t> offset; ///< in bytes
  friend auto operator<=>(const MemoryPlace&, const MemoryPlace&) = default;
};

/// What may have a value that is tracked: a register, or a place in memory.
using TrackedPlace = std::variant<cfa::VariableId, MemoryPlace>;
using TrackedPlaces = std::set<TrackedPlace>;

/// The variable that is in the register, or in memory; nothing: the place belongs to what an `Allocate` makes.
std::optional<cfa::VariableId> variable_of(const TrackedPlace& place);

/// What has become too expensive.
struct GivenUp {
  TrackedPlaces places;
  std::set<cfa::EdgeId> names; ///< allocations that are not counted on

  [[nodiscard]] bool empty() const { return places.empty() && names.empty(); }
  friend bool operator==(const GivenUp&, const GivenUp&) = default;
};

/// Which values are tracked where: at one location, or everywhere; of single cells of an object, or of all of them. A value;
/// copies share their contents.
///
/// Invariant: what was given up never comes back, however precisions are joined. Pruning joins the precisions of the removed
/// nodes into those of their parents; were giving up the same as not tracking, an older one would bring back what is too
/// expensive.
///
/// The objects that an `Allocate` makes have names only if this says so, everywhere and for good: a name is used for one object,
/// so who has made objects without counting them must not begin to count where pointers to them are known.
class ValuePrecision {
public:
  /// Tracks nothing, and names nothing.
  ValuePrecision() : contents_(std::make_shared<Contents>()) {}
  static ValuePrecision everything();
  /// Everything, but of objects that are made only those with these names.
  static ValuePrecision everything_but_objects(std::set<cfa::EdgeId> named);

  [[nodiscard]] bool tracks_everything() const { return contents_->tracks_everything && contents_->given_up.empty(); }
  [[nodiscard]] bool tracks(const TrackedPlace& place, cfa::LocationId location) const;
  [[nodiscard]] bool names(cfa::EdgeId allocation) const;
  /// What it tracks somewhere, if not everything, but for the objects of which it tracks all cells.
  [[nodiscard]] TrackedPlaces places() const;
  [[nodiscard]] const std::set<ObjectOwner>& whole_objects() const { return contents_->whole; }
  /// Nothing is tracked, named or given up.
  [[nodiscard]] bool empty() const;

  [[nodiscard]] ValuePrecision with_local(cfa::LocationId location, const TrackedPlaces& places) const;
  [[nodiscard]] ValuePrecision with_global(const TrackedPlaces& places) const;
  /// All cells of these, everywhere.
  [[nodiscard]] ValuePrecision with_whole(const std::set<ObjectOwner>& objects) const;
  [[nodiscard]] ValuePrecision with_names(const std::set<cfa::EdgeId>& allocations) const;
  [[nodiscard]] ValuePrecision giving_up(const GivenUp& more) const;
  /// What values were seen on the way, joining leaves as it is.
  [[nodiscard]] ValuePrecision joined(const ValuePrecision& other) const;
  /// Null: none were counted.
  [[nodiscard]] const SeenValues* seen() const { return contents_->seen.get(); }
  [[nodiscard]] ValuePrecision having_seen(SeenValues values) const;
  [[nodiscard]] const GivenUp& given_up() const { return contents_->given_up; }

  friend bool operator==(const ValuePrecision& a, const ValuePrecision& b) {
    return a.contents_ == b.contents_ || *a.contents_ == *b.contents_;
  }

private:
  struct Contents {
    std::map<cfa::LocationId, TrackedPlaces> local;
    TrackedPlaces global;
    std::vector<bool> global_registers = {}; ///< those of `global`, by variable: asked for each register of each state
    std::set<ObjectOwner> whole = {};
    std::set<cfa::EdgeId> named = {};
    GivenUp given_up = {};
    bool tracks_everything = false;
    bool names_everything = false;
    std::shared_ptr<const SeenValues> seen = nullptr; ///< along the path
    friend bool operator==(const Contents&, const Contents&) = default;
    void track_globally(const TrackedPlaces& places);
  };
  explicit ValuePrecision(Contents contents) : contents_(std::make_shared<const Contents>(std::move(contents))) {}

  std::shared_ptr<const Contents> contents_;
};

/// The variables that are in registers or memory of which something is tracked somewhere, if not everything is.
std::set<cfa::VariableId> tracked_variables(const ValuePrecision& precision);

} // namespace vouch::domains
