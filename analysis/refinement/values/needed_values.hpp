#pragma once

#include "analysis/cfa/cfa.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

/// Dependences of data along one path: what the value of a condition at its end is computed from.
namespace vouch::refinement {

/// A contradictory part of a path: its edges up to `end`, which no state gets beyond, without those that are passed over.
struct Reason {
  std::size_t end = 0;
  std::set<std::size_t> passed_over;

  [[nodiscard]] bool contains(std::size_t index) const { return index <= end && !passed_over.contains(index); }
  [[nodiscard]] std::size_t size() const { return end + 1 - passed_over.size(); }
};

/// What a value is computed from: registers by name, memory as a whole.
struct Needed {
  std::set<cfa::VariableId> registers;
  bool memory = false;

  [[nodiscard]] bool contains(const Needed& other) const;
  void add(const Needed& other);
};

/// What the condition at the end of a reason is computed from, by edge of the path up to there.
struct NeededOnPath {
  struct Behind {
    Needed here;                              ///< in the activation that the edge leads into
    std::shared_ptr<const Needed> by_callers; ///< of blocks that this is inside of, together
  };
  std::vector<Behind> behind;
  /// Behind edges that enter a block: what its caller has to know once the block has returned.
  std::map<std::size_t, Needed> of_callers;

  /// By whomever, at any place.
  [[nodiscard]] Needed anywhere() const;
};

/// Whether a function is analysed on its own, so that its callers' registers are known again behind it.
using IsBlock = std::function<bool(cfa::FunctionId)>;

/// `edges`: the path that the reason is a part of. What conditions teach of other values is not followed.
NeededOnPath needed_on_path(const cfa::Cfa& cfa, std::span<const cfa::EdgeId> edges, const Reason& reason,
                            const IsBlock& is_block);

/// Whether what is needed behind the operation may be different from, or better known than, what it is in front of it.
bool matters(const cfa::Operation& operation, const Needed& needed);

} // namespace vouch::refinement
