#pragma once

#include "analysis/core/reachability.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What the refinement loop explores, takes back, and asks for paths: one reached set for the whole program, or one for
/// each part of it that is analysed on its own (analysis/bam). Refiners, proofs and exports see nothing else.
namespace vouch::core {

using ReachedSetId = StrongId<struct ReachedSetTag>;

/// The reached set that begins where the program does.
inline constexpr ReachedSetId program_set{0};

/// A node of one of the reached sets.
struct ExploredNode {
  ReachedSetId set;
  ArgNodeId node;

  friend bool operator==(const ExploredNode&, const ExploredNode&) = default;
};

/// What a node at the entry of a block takes from the block's own reached set.
struct BlockUse {
  AbstractState entry; ///< the node's state when its successors were computed
  facts::BlockId block;
  ReachedSetId used;
  std::vector<AbstractState> seen; ///< the exits that the node's successors were made of
  /// The successors, and the exits that they were made of.
  std::vector<std::pair<AbstractState, ArgNodeId>> successors;
};

/// What to take back in one of the reached sets on a spurious path.
struct Cut {
  ReachedSetId set;
  std::vector<ArgNodeId> pivots;         ///< the target or its ancestors; from here on is explored again
  std::vector<ReachedSetId> used_before; ///< blocks whose present exits are not to be used any longer
};

/// The paths into a target that were looked at are infeasible, and this keeps them from coming back. Or: this lets an
/// exploration go on that has paused.
struct Spurious {
  std::vector<Cut> cuts;
  Precision increment; ///< what to track in addition; for a composite a component's precision is enough
};

/// Precision adjustment has paused at a node. Exploring goes on once the node's precision has changed, or it is gone.
struct Paused {
  ExploredNode node;
  std::string reason;
};

/// As much was explored as was asked for, and there is more to do. The node is one of the last.
struct HalfWay {
  ExploredNode node;
};

/// How far exploring has come: to its end, to a target, to a pause, or as far as was asked for.
using Explored = std::variant<Exhausted, ExploredNode, Paused, HalfWay>;

class Exploration {
public:
  Exploration() = default;
  Exploration(const Exploration&) = delete;
  Exploration& operator=(const Exploration&) = delete;
  virtual ~Exploration() = default;

  /// Explores until nothing is left to do, or there is a target that is not in `ignored`, or a node is paused, or about `most` nodes
  /// were expanded. Can be called again, also after `take_back`. Throws `Interrupted`; what was reached then is as valid as before.
  virtual Explored explore(RunContext& context, const TargetKeys& ignored, std::size_t most) = 0;

  /// Takes back what the cuts name as far as it is still there, to be explored again with the increment.
  virtual void take_back(const Spurious& spurious) = 0;

  /// How many reached sets there are; the first one is `program_set`.
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual const ReachedSet& reached(ReachedSetId id) const = 0;
  /// The part of the program that a set is about; none: all of it.
  [[nodiscard]] virtual std::optional<BlockContext> block_of(ReachedSetId id) const = 0;
  /// Whether nothing was explored in the set, because its results are known from elsewhere.
  [[nodiscard]] virtual bool is_known(ReachedSetId id) const = 0;
  /// Null: no block is entered at the node.
  [[nodiscard]] virtual const BlockUse* use_at(ExploredNode node) const = 0;
  /// The sets that the program's result rests on: its own, and those that it uses, directly or through others.
  [[nodiscard]] virtual std::vector<ReachedSetId> used_by_program() const = 0;
  /// The nodes whose uses lead from the whole program to `id`, outermost first; nothing if the program does not use it.
  [[nodiscard]] virtual std::optional<std::vector<ExploredNode>> way_to(ReachedSetId id) const = 0;
  virtual void add_to(Statistics& statistics) const = 0;

  /// To be asked for nodes that are there.
  [[nodiscard]] const ArgNode& node(ExploredNode at) const { return reached(at.set).node(at.node); }
  [[nodiscard]] const Analysis& analysis() const { return reached(program_set).analysis(); }
  [[nodiscard]] const cfa::Cfa& cfa() const { return reached(program_set).cfa(); }
};

/// How many nodes there are in all reached sets.
std::size_t node_count(const Exploration& exploration);

/// The whole program in one reached set, calls and all.
class WholeProgramExploration final : public Exploration {
public:
  explicit WholeProgramExploration(ReachedSet reached) : reached_(std::move(reached)) {}

  Explored explore(RunContext& context, const TargetKeys& ignored, std::size_t most = any_number) override;
  void take_back(const Spurious& spurious) override;
  [[nodiscard]] std::size_t size() const override { return 1; }
  [[nodiscard]] const ReachedSet& reached(ReachedSetId /*id*/) const override { return reached_; }
  [[nodiscard]] std::optional<BlockContext> block_of(ReachedSetId /*id*/) const override { return std::nullopt; }
  [[nodiscard]] bool is_known(ReachedSetId /*id*/) const override { return false; }
  [[nodiscard]] const BlockUse* use_at(ExploredNode /*node*/) const override { return nullptr; }
  [[nodiscard]] std::vector<ReachedSetId> used_by_program() const override { return {program_set}; }
  [[nodiscard]] std::optional<std::vector<ExploredNode>> way_to(ReachedSetId /*id*/) const override {
    return std::vector<ExploredNode>();
  }
  void add_to(Statistics& /*statistics*/) const override {}

  /// What has become of a pause: there is a concrete state, or there is none.
  void resume(ExploredNode paused) { reached_.resume(paused.node); }
  void dismiss(ExploredNode paused) { reached_.dismiss(paused.node); }

  /// What was reached, when nothing more is to be explored.
  [[nodiscard]] ReachedSet release() && { return std::move(reached_); }

private:
  ReachedSet reached_;
};

/// A path through reached sets: where a block was entered, that is a path to the exit that was taken.
struct ExploredPath {
  struct Node {
    ExploredNode id;
    std::size_t edges_before = 0; ///< how many edges of the path lead there
    std::size_t depth = 0;        ///< in how many blocks, one inside the other, it lies
  };
  std::vector<cfa::EdgeId> edges;
  /// In the order of the path. Where a block is entered, the node that uses it is followed by the first one of the block, and
  /// the exit by the user's successor, with no edge between them.
  std::vector<Node> nodes;
};

/// Why there is none. GoneExit: on the way, `user` has gone on from an exit of `used` that has been taken back since, or that
/// is an exit only because it was one. TooLong: the path has more edges than were asked for; n blocks that each use the one before
/// twice make a path of 2^n. NotKnown: the program does not use the block any longer in which the node lies, or it cannot be told
/// from which exit a node came.
struct GoneExit {
  ReachedSetId user;
  ReachedSetId used;
};
struct TooLong {};
struct NotKnown {};
using PathThroughBlocks = std::variant<ExploredPath, GoneExit, TooLong, NotKnown>;

/// One path from the start of the program to `target`, through the blocks that were used: each use is replaced by a path to
/// the exit that was taken.
PathThroughBlocks path_to(const Exploration& exploration, ExploredNode target, std::size_t most);

} // namespace vouch::core
