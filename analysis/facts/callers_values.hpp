#pragma once

#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/memory_regions.hpp"

#include <optional>
#include <unordered_map>
#include <vector>

namespace vouch::facts {

/// Which checks are about nothing but what callers chose: whatever the function does before, their conditions have the
/// values that they would have where it is entered. That such a check passes is a precondition of the function, a
/// necessary one, since every run without it fails.
///
/// P. Cousot, R. Cousot, M. Fähndrich and F. Logozzo, "Automatic inference of necessary preconditions", VMCAI 2013.
///
/// Invariant: if `is_about_callers_values` holds of a target, then in every run that comes to one of the branches that lead
/// there, each variable that the branch reads has a value that is a function of what was passed, and each byte of memory that
/// it loads is in an object of callers and as it was when the function was entered. So a variable has one edge that writes
/// it, and no other one on the way from its declaration; and nothing behind the entry may have written the region.
///
/// Example: `int get(struct s *s) { struct a *a = s->a; lock(); assert(s->at < s->n); return a->cells[s->at++]; }`
///   the assertion, and that `s->at` is inside of the cells, are about what was passed, if `lock` changes nothing.
///   Behind `s->at++` a second `a->cells[s->at]` is not: the function itself has chosen that index.
class CallersValues {
public:
  /// The arguments must outlive the object. `start` is where runs begin, in `cfa`.
  CallersValues(const cfa::Cfa& cfa, const MemoryRegions& regions, cfa::LocationId start);

  /// Whether all branches to the target, or to where a failed assertion calls something, are about callers' values.
  [[nodiscard]] bool is_about_callers_values(cfa::LocationId target);

private:
  /// What an expression is about: nothing is settled by the program alone.
  enum class Origin { Constants, Callers, Program };

  [[nodiscard]] bool is_in_start(cfa::EdgeId edge) const;
  [[nodiscard]] Origin origin_of(cfa::ExpressionRef expression, cfa::LocationId location);
  [[nodiscard]] Origin origin_of(cfa::VariableId variable, cfa::LocationId location);
  [[nodiscard]] Origin origin_of_writers(cfa::VariableId variable);
  [[nodiscard]] Origin origin_of_written(cfa::VariableId variable, cfa::EdgeId edge);
  [[nodiscard]] bool may_be_undetermined(cfa::VariableId variable, cfa::LocationId location) const;
  [[nodiscard]] bool is_as_passed(RegionId region, cfa::LocationId location);
  [[nodiscard]] bool may_write(cfa::EdgeId edge, RegionId region) const;

  const cfa::Cfa& cfa_;
  const MemoryRegions& regions_;
  CallGraph calls_;
  std::vector<bool> is_part_of_start_;                            ///< by function
  std::vector<std::vector<cfa::EdgeId>> writers_;                 ///< by variable
  std::vector<std::optional<Origin>> written_;                    ///< by variable, once it is known
  std::unordered_map<RegionId, std::vector<bool>> behind_writes_; ///< by location
};

} // namespace vouch::facts
