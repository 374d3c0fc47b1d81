#pragma once

#include "analysis/bam/block_key.hpp"
#include "analysis/core/exploration.hpp"
#include "analysis/facts/blocks.hpp"
#include "analysis/facts/side_effects.hpp"

#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

/// Block-abstraction memoization with recursion.
///
/// D. Wonisch, H. Wehrheim: "Predicate analysis with block-abstraction memoization", ICFEM 2012; K. Friedberger:
/// "Block-abstraction memoization as an approach to verify recursive procedures", Master's thesis, Passau 2015,
/// algorithms 3 to 5 and 9 to 12. A block (function or loop) is analysed on its own, from the part of the state that it
/// can touch; what comes out at its exits is remembered and used wherever the block is entered in such a state.
///
/// Written as one fixpoint over all block analyses at once, instead of rounds that start again from the outermost
/// block:
///
/// - Each block analysis is a reached set of its own, which starts in a reduced state. The whole program is one, too.
/// - A node where a block is entered uses the analysis of that block from the node's reduced state, or from a larger
///   one, if its key allows that. If there is none yet, the node waits until there is; the block stack says who waits for whom.
/// - If the analysis that a node would use is on the block stack, then this is recursion: the node takes the exits that
///   are known so far, perhaps none (the coverage cut).
/// - When an analysis comes to its end and has exits that one of its users has not seen, that user's node waits again.
///   So only nodes on the way to recursive calls are expanded again (the fixpoint, with minimal re-adding).
/// - After 4, 8, 16, ... such rounds, those further down the stack go on with what there is by then: some results never
///   stop growing, and a target behind the call may need only a few of them.
/// - The end: no analysis that the program uses has anything waiting, and every user has seen all exits.
///
/// Invariant at the end, from which soundness follows: every analysis is locally valid, that is, it follows its block's
/// own edges from its first state, and takes at each entry of a block what the analysis used there has at its exits, of
/// a first state that contains the state at hand. Induction on the length of a run shows that then all of them are
/// valid (Hoare's rule for recursive procedures, for all blocks at once). Which precision a result was computed under,
/// in which order and how often, does not matter.
///
/// What has become of the pitfalls of the thesis's algorithms: nothing covers itself, since the stack is searched
/// before a new analysis is pushed; the exit of an inner activation is not the block's own, which has an empty call
/// stack; a block is not entered from its own first node, and a loop not from within; a recursive `main` is a block
/// like any other; results that were incomplete when a target was found are completed later, because users know what
/// they have seen; targets are not brought to the exits, but found where they are.
///
/// Results that are known from elsewhere (`KnownResult`) are analyses that need no exploration. They are valid by
/// assumption, so that the induction holds with them. A path to a target can't be told where it leads through one: it
/// is replaced by an analysis then.
///
/// Example: `int f(int x) { return x > 0 ? f(x - 1) + 1 : 0; }` with values, entered with x unknown. The analysis A of
/// f comes to the call f(x - 1), again with x unknown: A is on the stack and has no exit yet. It goes on to the exit 0.
/// Now the node at the inner call has not seen this exit: it waits again, and gives the exit 1; and so on. With
/// predicates, where the exit says "result >= 0", the second round brings nothing new.
namespace vouch::bam {

using core::ReachedSetId;

/// What is known of a block without an analysis: whoever enters it in a state within `entry` leaves it in one of
/// `exits`, and meets no target.
struct KnownResult {
  facts::BlockId block;
  core::AbstractState entry;
  std::vector<core::AbstractState> exits;
};

/// The analysis of one block from one state.
struct BlockAnalysis {
  std::optional<facts::BlockId> block; ///< none: the whole program
  core::ReachedSet reached;
  std::map<core::ArgNodeId, core::BlockUse> uses; ///< by node; some of nodes that are gone
  std::vector<core::ExploredNode> users;          ///< some are gone, or use something else by now
  std::vector<core::ArgNodeId> exits;             ///< in the order in which they were found; some are gone
  std::size_t rounds = 0;                         ///< how often it came to an end with something new for its users
  bool gives_way = false; ///< something waits in it, but its users go on with the present exits first
  /// The index of the known result that it stands for; its first node has the exits as successors, and no others.
  std::optional<std::size_t> known = {};
};

struct BlockStatistics {
  std::uint64_t analyses = 0;      ///< blocks analysed, each state counted
  std::uint64_t hits = 0;          ///< entries that found an analysis from the same state
  std::uint64_t coverage_hits = 0; ///< ... from a larger one
  std::uint64_t cuts = 0;          ///< ... from an equal or larger one that is under way: recursion
  std::uint64_t readded = 0;       ///< nodes that had to be expanded again because of new exits
  std::uint64_t rounds = 0;
};

class BlockMemoization final : public core::Exploration {
public:
  struct Program {
    const cfa::Cfa& cfa;
    const facts::BlockPartition& blocks;
    const facts::SideEffectTable& effects;
  };
  /// Where the exploration begins, and what is known before.
  struct Beginning {
    cfa::LocationId start;
    core::Precision precision;
    std::vector<KnownResult> known = {};
    core::Traversal traversal = core::TraversalOrder::ReversePostOrder; ///< of the program and of each block
  };
  /// `program` must outlive the object. Starts with nothing explored.
  BlockMemoization(core::Analysis analysis, const Program& program, Beginning beginning, BlockKey key = {});

  /// Where a target is found behind a known result, the block behind it is analysed after all.
  core::Explored explore(RunContext& context, const core::TargetKeys& ignored,
                         std::size_t most = core::any_number) override;
  void take_back(const core::Spurious& spurious) override;
  [[nodiscard]] std::size_t size() const override { return analyses_.size(); }
  [[nodiscard]] const core::ReachedSet& reached(ReachedSetId id) const override { return (*this)[id].reached; }
  [[nodiscard]] std::optional<core::BlockContext> block_of(ReachedSetId id) const override;
  [[nodiscard]] bool is_known(ReachedSetId id) const override { return (*this)[id].known.has_value(); }
  [[nodiscard]] const core::BlockUse* use_at(core::ExploredNode node) const override;
  [[nodiscard]] std::vector<ReachedSetId> used_by_program() const override;
  [[nodiscard]] std::optional<std::vector<core::ExploredNode>> way_to(ReachedSetId id) const override;
  void add_to(Statistics& statistics) const override;

  [[nodiscard]] const BlockAnalysis& operator[](ReachedSetId id) const { return analyses_[id.index()]; }
  [[nodiscard]] const BlockStatistics& statistics() const { return statistics_; }
  [[nodiscard]] core::BlockContext context_of(facts::BlockId id) const;

private:
  class Transfer;

  BlockAnalysis& at(ReachedSetId id) { return analyses_[id.index()]; }
  /// Explores until there is a target, perhaps behind known results.
  core::Explored explore_to_target(RunContext& context, const core::TargetKeys& ignored, std::size_t most);
  /// The known results that the way to a target, or to a paused node, may lead through.
  [[nodiscard]] std::vector<ReachedSetId> known_on_the_way(core::ExploredNode target) const;
  /// Takes back `node` and everything below it, to be explored again with `increment`. Nothing happens if it is gone.
  void prune(ReachedSetId id, core::ArgNodeId node, const core::Precision& increment);
  /// Analyses the block of a known result after all, from the same state: nothing is known of the way through it.
  void replace_known(ReachedSetId id);
  /// Takes back what nodes of `user` made of the exits of `used`.
  void forget_exits(ReachedSetId user, ReachedSetId used, const core::Precision& increment);
  [[nodiscard]] bool is_current(const BlockAnalysis& analysis, core::ArgNodeId node, const core::BlockUse& use) const;
  [[nodiscard]] bool is_own_exit(const BlockAnalysis& analysis, core::ArgNodeId node) const;
  [[nodiscard]] std::vector<core::ArgNodeId> exits_of(ReachedSetId id) const;
  [[nodiscard]] bool is_on_stack(ReachedSetId id) const;
  [[nodiscard]] bool is_finished(ReachedSetId id) const;
  ReachedSetId analysis_for(facts::BlockId block, core::AbstractState state, const core::Precision& precision);
  [[nodiscard]] bool has_unseen_exit(const core::BlockUse& use) const;
  void tell_users(ReachedSetId id);
  void push(ReachedSetId id);
  void drop_unused_from_stack();
  bool push_unfinished();

  ReachedSetId add_analysis(facts::BlockId block, core::AbstractState state, const core::Precision& precision);

  core::Analysis analysis_;
  Program program_;
  std::vector<KnownResult> known_;
  BlockKey key_;
  const core::TargetKeys* ignored_ = nullptr; ///< of the present `explore`
  std::deque<BlockAnalysis> analyses_;        ///< references stay valid; the first one is the whole program
  core::Traversal traversal_;
  std::vector<std::vector<ReachedSetId>> by_block_;
  std::vector<ReachedSetId> stack_;
  BlockStatistics statistics_;
};

} // namespace vouch::bam
