#pragma once

#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/memory_regions.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vouch::facts {

/// Which checks are about nothing but what came from outside, from callers and from earlier calls. Whatever the function does
/// before, their conditions have the values that these chose. That such a check passes is a
/// precondition of the function, a necessary one, since every run without it fails.
///
/// P. Cousot, R. Cousot, M. Fähndrich and F. Logozzo, "Automatic inference of necessary preconditions", VMCAI 2013.
///
/// Invariant: if `is_about_outside` holds of a target, then in every run that comes to one of the branches that lead there,
/// each variable that the branch reads has a value that is a function of what came from outside, and no byte of memory that
/// it loads has been written by the program since the function was entered. So whatever edge may have given the variable its
/// value has computed that from such values, none of them from numbers in the code alone, none from a value of the same
/// variable, as counting does, and none by bringing it into a range, as `i & 7` does; and no edge
/// behind the entry may have written the region. What a model of
/// the C library computes is a function of what it is passed and of the memory that it reads, if it receives nothing. What other
/// functions return or leave is none of these: whoever asks for that has to look at it. But nobody looks once more whether
/// a table of functions that is passed still has the function that is called: for that check code elsewhere counts as not writing.
///
/// Example: `int get(struct s *s) { struct a *a = s->a; lock(); assert(s->at < s->n); return a->cells[s->at++]; }`
///   the assertion, and that `s->at` is inside of the cells, are about what came from outside. Behind `s->at++` a second
///   `a->cells[s->at]` is not: the function itself has chosen that index.
class OutsideValues {
public:
  /// The arguments must outlive the object. `start` is where runs begin, in `cfa`.
  OutsideValues(const cfa::Cfa& cfa, const MemoryRegions& regions, cfa::LocationId start);

  /// Whether all branches to the target, or to where a failed assertion calls something, are about such values.
  [[nodiscard]] bool is_about_outside(cfa::LocationId target);

private:
  /// Where a value comes from, the worst last.
  enum class Origin { Constants, Outside, Program };
  enum class Writers { All, WithoutCodeElsewhere };

  /// For the question that follows: what has been found out where others count as writers is of no use for it.
  void begin_question(Writers writers);
  [[nodiscard]] bool is_in_start(cfa::EdgeId edge) const;
  [[nodiscard]] Origin origin_of(cfa::ExpressionRef expression, cfa::LocationId location);
  [[nodiscard]] Origin origin_of(cfa::VariableId variable, cfa::LocationId location);
  [[nodiscard]] Origin origin_in_static_storage(cfa::VariableId variable, cfa::LocationId location);
  [[nodiscard]] Origin origin_in_model(cfa::FunctionId model);
  [[nodiscard]] Origin origin_of_written(cfa::VariableId variable, cfa::EdgeId edge);
  [[nodiscard]] std::optional<std::vector<cfa::EdgeId>> edges_that_gave(cfa::VariableId variable,
                                                                        cfa::LocationId location) const;
  [[nodiscard]] Origin origin_of_load(cfa::ExpressionRef load, cfa::LocationId location);
  [[nodiscard]] bool may_write(cfa::EdgeId edge, RegionId region) const;

  const cfa::Cfa& cfa_;
  const MemoryRegions& regions_;
  CallGraph calls_;
  std::vector<bool> is_part_of_start_;                        ///< by function
  std::vector<bool> is_computing_model_;                      ///< by function
  std::vector<std::vector<cfa::EdgeId>> assignments_;         ///< by variable, behind the start
  std::unordered_set<cfa::VariableId> left_by_earlier_calls_; ///< others of static storage have the file's own value
  Writers writers_ = Writers::All;                            ///< in what has been found out so far, as follows
  std::map<std::pair<cfa::VariableId, cfa::EdgeId>, Origin> written_;
  std::unordered_map<cfa::FunctionId, Origin> models_;
  std::unordered_map<RegionId, std::vector<bool>> behind_writes_;             ///< by location
  std::unordered_map<cfa::VariableId, std::vector<bool>> behind_assignments_; ///< of static storage, by location
};

/// Whether the edge leads to a target because a pointer to a function is null that is about to be called.
bool asks_for_called_pointer(const cfa::Cfa& cfa, const cfa::Edge& edge);

} // namespace vouch::facts
