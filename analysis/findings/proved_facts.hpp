#pragma once

#include "analysis/cfa/written_expression.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/report/report.hpp"

#include <map>
#include <set>
#include <vector>

/// What the proof of an entry point says about the program, beyond that no target is violated.
namespace vouch::findings {

/// What holds whenever a run comes to the head of a loop, or to where a function returns.
struct LoopFacts {
  cfa::LocationId head;                             ///< or the function's exit
  std::vector<cfa::WrittenExpression> conjuncts;    ///< none follows from the others
  std::vector<cfa::WrittenExpression> implied;      ///< by those
  std::vector<cfa::WrittenExpression> for_all = {}; ///< about all elements of arrays, to be read, not to be evaluated
  friend bool operator==(const LoopFacts&, const LoopFacts&) = default;
};

struct ProvedFacts {
  std::vector<LoopFacts> loops;
  /// To these locations no run comes. Of each other one that is followed (cfa::FollowedRuns) nothing is known.
  std::set<cfa::LocationId> unreachable;
  /// The variables whose values refinement has found to matter. By their function; those of none belong to the entry point's.
  std::map<cfa::FunctionId, std::set<cfa::VariableId>> followed = {};
  friend bool operator==(const ProvedFacts&, const ProvedFacts&) = default;
};

/// What one entry point says; no facts: it is not proved, or the proof is not at hand.
struct EntryFacts {
  const cfa::EntryPoint& entry;
  const ProvedFacts* facts = nullptr;
  bool rests_on_preconditions = false; ///< which calls within the file need not keep to
};

/// What holds in the runs from all entry points, for the report: loop invariants as C text, and runs of statements that
/// are unreachable. Of functions of the main file only.
///
/// A function that was verified for all calls and uses no memory speaks for itself: whatever other entry points call it
/// with is among what it was verified for. (Not so with memory: callers within the file may pass pointers that
/// overlap.)
class CombinedFacts {
public:
  /// All must outlive the object.
  CombinedFacts(const cfa::Cfa& cfa, const std::vector<EntryFacts>& entries);

  [[nodiscard]] std::vector<Invariant> invariants() const;
  [[nodiscard]] std::vector<Place> unreachable() const;
  /// Of what the function returns, as `result`.
  [[nodiscard]] std::vector<std::string> guarantees(cfa::FunctionId function) const;
  /// The names of the variables whose values a proof had to follow.
  [[nodiscard]] std::vector<std::string> followed(cfa::FunctionId function) const;

private:
  /// What the entry points that matter to the loop say; nothing if one of them cannot tell.
  [[nodiscard]] std::vector<const LoopFacts*> said_of(cfa::LocationId head) const;
  [[nodiscard]] bool is_unreachable(cfa::LocationId location) const;

  const cfa::Cfa& cfa_;
  std::vector<std::vector<const EntryFacts*>> speaking_; ///< by function: the entry points that matter to it
};

/// Whether the function is one that its user has written in the main file.
bool is_in_main_file(const cfa::Function& function);

} // namespace vouch::findings
