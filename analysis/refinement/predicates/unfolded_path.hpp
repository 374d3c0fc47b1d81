#pragma once

#include "analysis/core/exploration.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/refinement/segment_chain.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

/// Error paths through blocks whose analysis was remembered, as formulas with a name of its own for every value.
///
/// A path comes as a chain of blocks of adjustable-block encoding; in these, a call is one step, the summary of what
/// the called block's analysis says at one of its exits. A model of the chain gives every call values that go in and come
/// out. Call by call, those last that come first, it is asked whether the called block can do that, which is a small
/// question with numbers in it; the answer gives the calls inside values in turn. If all can, the path exists in this
/// theory. Otherwise the first one that cannot is to blame: it and what it was called from are unfolded, the chain is
/// solved again with them, and there is either another model, or none any more: then the path is spurious, and what was
/// unfolded says why. So a call whose summary is right as far as the path needs it is never unfolded. Calls of one block
/// with the same values are one question.
///
/// Where functions call themselves, what a call depends on is mostly the calls before it, and a path that is refuted with all
/// of these gives the predicates of many refinements at once. So calls are asked in their order there, and those that
/// can do it are unfolded together with the first one that cannot.
///
/// Each activation has names of its own. What connects it with its caller are the values that the caller passes (those
/// of parameters, and of everything static that the callee may change) and those that it gets back; both are constants
/// of the caller's. So the formulas form a tree (path_tree.hpp).
///
/// Example: `y = f(2)` with `int f(int x) { return x + 1; }`, refuting y != 3:
///   caller   F3: in#1 = 2 && y#1 = out#1 && y#1 != 3
///   callee   F1: x#2 = in#1 && r#2 = x#2 + 1 && out#1 = r#2
namespace vouch::refinement {

using Values = std::map<smt::SymbolId, smt::Term>; ///< symbols and the constants that hold their values

/// The values of one activation's symbols while a path is being written down.
struct ActivationValues {
  /// Makes the name of what a symbol is where the activation starts.
  std::function<smt::Term(smt::SymbolId)> initial;
  std::shared_ptr<Values> start = std::make_shared<Values>(); ///< the names that it has made
  Values now = {};                                            ///< of what was changed since
};

/// Names for the symbols of one block's formula: index 0 is the value where it starts.
class SegmentNames {
public:
  SegmentNames(smt::TermManager& terms, smt::Encoder& encoder, const ActivationValues& values, std::string suffix)
      : terms_(terms), encoder_(encoder), values_(values), suffix_(std::move(suffix)) {}

  smt::Term value(smt::SymbolId symbol, unsigned index);
  smt::Term rename(const smt::Term& formula);
  /// The symbol whose value, at some place in the block, has this name.
  [[nodiscard]] std::optional<smt::SymbolId> symbol_named(const smt::Term& constant) const;
  /// All names so far, by symbol and index.
  [[nodiscard]] const std::map<std::pair<smt::SymbolId, unsigned>, smt::Term>& named() const { return named_; }

private:
  smt::TermManager& terms_;
  smt::Encoder& encoder_;
  ActivationValues values_; ///< where the block starts
  std::string suffix_;
  std::map<std::pair<smt::SymbolId, unsigned>, smt::Term> named_;
  std::unordered_map<smt::Term, smt::SymbolId> symbols_; ///< by name
};

struct Activation;

/// A summary that a path passes.
struct CallOnPath {
  domains::BlockSummary summary;
  smt::Term formula;                  ///< what the summary says
  smt::SsaMap indices;                ///< where the block is entered, in the names of the segment
  Values after;                       ///< what the block may have changed
  std::shared_ptr<Activation> inside; ///< null: not unfolded
};

/// One block of a chain on the path.
struct Segment {
  ChainSegment block;     ///< one path, or all paths of the block if nothing was unfolded in it
  core::ReachedSetId set; ///< where its end is, if it is known
  smt::Term formula;      ///< without the summaries
  std::vector<CallOnPath> calls;
  std::shared_ptr<SegmentNames> names;
  smt::SsaMap indices; ///< at the end
};

struct Activation {
  core::ReachedSetId set;
  facts::BlockKind kind = facts::BlockKind::Function; ///< behind a loop, all registers of its function are still there
  std::vector<Segment> segments;
  Values entry; ///< what the caller passed; empty for the outermost
};

/// The path has a model: these are its edges.
struct UnfoldedPath {
  std::vector<cfa::EdgeId> edges;
};
/// It has none, and this much of it says so.
struct RefutedPath {
  Activation outermost;
};
using Unfolding = std::variant<UnfoldedPath, RefutedPath, smt::Undecided>;

struct PathServices {
  const cfa::Cfa& cfa;
  smt::TermManager& terms;
  domains::PathFormulas& formulas;
  TheoryView theory;                                    ///< that of the abstraction
  const std::unordered_set<cfa::FunctionId>& recursive; ///< the functions that can call themselves
};

/// The chain of blocks from the start of the program to `target`, through calls that have not returned; with the
/// analysis that each block ends in. Nothing if the program does not use the target's analysis.
struct OutermostChain {
  std::vector<ChainSegment> blocks;
  std::vector<core::ReachedSetId> sets;
};
std::optional<OutermostChain> outermost_chain(const core::Exploration& exploration, core::ExploredNode target);

/// Unfolds the summaries on `chain`, which has a model as long as they are not. Throws `Interrupted`.
Unfolding unfold(const core::Exploration& exploration, const OutermostChain& chain, const PathServices& services,
                 RunContext& context);

} // namespace vouch::refinement
