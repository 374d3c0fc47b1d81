#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/report/block_heuristic.hpp"

#include <unordered_map>

/// Blocks: the parts of a program whose analysis is remembered.
///
/// D. Wonisch and H. Wehrheim, "Predicate analysis with block-abstraction memoization", ICFEM 2012; for recursion
/// K. Friedberger, "Block-abstraction memoization as an approach to verify recursive procedures", Passau 2015.
///
/// A function block is one function with its calls; what it calls belongs to the run of the block, but not to its
/// locations. A loop block is the natural loop of a loop head (A. Aho, R. Sethi, J. Ullman, "Compilers", 1986, 10.4):
/// the head and all locations from which control comes back to the head without passing it. Each nested loop is a
/// block.
///
/// `BlockHeuristic::Automatic` takes the functions that can call themselves, and the others that runs enter more than
/// once if an exploration that follows every call into its callee would come to more than `most_inlined_locations`.
/// Each is a block then: where some callers of a block are not, its summaries are unfolded for each of theirs.
///
/// A loop is no block
/// - if control can enter it elsewhere than at the head (irreducible code): then the entry of the function turns up
///   among the locations from which control comes back to the head;
/// - if its head is the entry of its function, where control may also come from outside of the function;
/// - if its function can call itself and is no block: within the loop nobody would know that it is running already.
///
/// Example: `f: while (a) { while (b) { if (c) return; } }`
///   function block: entry f, exits {end of f}. Outer loop: entry `a`, exits {behind the loop, where `return` goes}.
///   Inner loop: entry `b`, exits {back to `a`, where `return` goes}.
namespace vouch::facts {

using BlockId = StrongId<struct BlockTag>;

enum class BlockKind { Function, Loop };

/// Of the program that is explored, counting those of a function for every way to call it.
constexpr double most_inlined_locations = 20000;

struct Block {
  BlockKind kind = BlockKind::Function;
  cfa::FunctionId function;
  cfa::LocationId entry;
  /// Ascending. Function: its exit, which lies in the block; none if no path leads there, however calls in it end.
  /// Loop: where the edges lead that leave it; these locations are outside.
  std::vector<cfa::LocationId> exits;
  std::vector<cfa::LocationId> locations; ///< of the function itself, ascending

  [[nodiscard]] bool contains(cfa::LocationId location) const;
};

/// The blocks of a Cfa. The functions that start a verification (`EntryPoint::start`) are never blocks, nor are loops
/// in them.
class BlockPartition {
public:
  BlockPartition(const cfa::Cfa& cfa, BlockHeuristic heuristic);

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] const Block& block(BlockId id) const { return blocks_[id.index()]; }
  /// The block that control enters when it comes to `location` from outside of it.
  [[nodiscard]] std::optional<BlockId> entered_at(cfa::LocationId location) const;

private:
  void add(Block block);

  std::vector<Block> blocks_;
  std::unordered_map<cfa::LocationId, BlockId> by_entry_;
};

} // namespace vouch::facts
