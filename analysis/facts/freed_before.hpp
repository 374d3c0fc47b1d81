#pragma once

#include "analysis/facts/points_to.hpp"

#include <unordered_map>
#include <vector>

namespace vouch::facts {

/// Where objects may have been freed, by their class: a location is listed if a run may come to it behind a `Free` of
/// a pointer to the class. Before that, everything of the class that began to live and is no variable is alive.
///
/// Invariant: if a run frees an object of a class, `may_be_freed` holds of that class at every location that the run
/// comes to afterwards. Functions are entered and left as runs do: a call that frees nothing of the class itself leaves
/// behind what was freed before it, whoever else calls the same function.
///
/// Example: `x = p->size; free(p->data); free(p);`, with `data` and `p` of different classes
///   of `data` something may be freed behind the first `free`, of `p` behind the second: so `p->data` finds `p` alive.
class FreedBefore {
public:
  FreedBefore(const cfa::Cfa& cfa, const PointsTo& points_to);

  /// Requires a representative. Of an invalid location: whether anything of the class is freed at all.
  [[nodiscard]] bool may_be_freed(ObjectClassId id, cfa::LocationId location) const;

private:
  std::unordered_map<ObjectClassId, std::vector<bool>> behind_; ///< by class, then by location
};

} // namespace vouch::facts
