#pragma once

#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/points_to.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::facts {

/// Automatic variables whose address may be kept for longer than the variable lives: until its function returns, or
/// another life of it begins, where its block is left or entered again.
///
/// Over-approximates. An address is not kept if no object in memory holds it, and no register does but those of the
/// function itself that are not live where such a life ends, and of functions that it calls, which return before it
/// does. Recursive functions are not looked at: their variables count as kept.
class DanglingPointers {
public:
  /// There are none.
  DanglingPointers() = default;
  /// `cfa` must outlive the result.
  DanglingPointers(const cfa::Cfa& cfa, const PointsTo& points_to);

  /// In any order.
  [[nodiscard]] const std::unordered_set<cfa::VariableId>& variables() const { return variables_; }
  /// Whether a life of the variable, one of these, may have ended when a run is at `location`; if that is invalid, at all.
  /// While none has ended, whoever has the address has that of an object that lives.
  ///
  /// Example: `void fill(char *); int f(void) { char c; fill(&c); return g(&c) + c; }`
  ///   `fill` may keep the address, but `c` lives until `f` returns: there is nowhere a pointer to it that leads nowhere.
  [[nodiscard]] bool may_have_ended(cfa::VariableId variable, cfa::LocationId location) const;

private:
  /// Where the lives of variables end before their function returns.
  using Ends = std::unordered_map<cfa::VariableId, std::vector<cfa::EdgeId>>;
  /// Edges that end lives of some variables, most of them all of one function.
  struct LastEdges {
    std::vector<cfa::EdgeId> edges;
    mutable std::optional<std::vector<bool>>
        behind; ///< by location, once somebody has asked: it takes as long as the program
  };
  void note_ends(const std::unordered_set<cfa::FunctionId>& recursive, const Ends& ends);

  std::unordered_set<cfa::VariableId> variables_;
  const cfa::Cfa* cfa_ = nullptr; ///< if there are some, as the following
  std::optional<CallGraph> calls_;
  std::vector<LastEdges> last_edges_;
  std::unordered_map<cfa::VariableId, std::size_t> lives_until_; ///< by index; none: they may have ended everywhere
};

} // namespace vouch::facts
