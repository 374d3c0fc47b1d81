#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

/// Path formulas of adjustable-block encoding, after Beyer, Keremoglu, Wendler: "Predicate abstraction with
/// adjustable-block encoding", FMCAD 2010. A path formula describes all paths through one block; it is extended along
/// edges and joined where paths meet, so that a block with exponentially many paths has a formula of linear size.
///
/// Here a path formula is first of all a graph of edges, hash-consed and independent of any theory; it is encoded into
/// a theory on demand. Thus one path formula serves the abstraction (mathematical integers), the decision of error
/// paths (bit-vectors), and the extraction of a single path from a model.
///
/// Worked example: `if (c) x = 1; else x = 2;`
///
///       start ── [c] ── x = 1 ──┐
///         │                     merge        formula: (c@0 != 0 && x@1 = 1) || (c@0 = 0 && x@1 = 2)
///         └── [!c] ── x = 2 ────┘
///
/// Invariant: formula(n) = formula(dominator(n)) && local(n). A merge's local part is the disjunction of what its two
/// sides add to their closest common dominator, so what the sides share is never repeated below a disjunction.
namespace vouch::domains {

using PathFormulaId = StrongId<struct PathFormulaTag>;

struct Abstraction;

/// What the analysis of a block found out about one of its exits, to be used as a step of a path: the formula of `exit`
/// relates the values there to `Encoder::entry_value_of` them.
struct BlockSummary {
  std::shared_ptr<const Abstraction> exit;
  smt::Term formula;                  ///< of `exit`
  std::vector<smt::SymbolId> written; ///< what the block may change
};

class PathFormulas {
public:
  PathFormulas();

  /// The empty path: a block that begins here.
  [[nodiscard]] static PathFormulaId start() { return PathFormulaId(0); }
  PathFormulaId extend(PathFormulaId prefix, cfa::EdgeId edge);
  /// Behind a block, in which a path has come to the exit that `summary` is about.
  PathFormulaId summarise(PathFormulaId prefix, BlockSummary summary);
  /// Where a function calls itself, and the call is one `summarise`: `save` comes before the call, `restore` behind the
  /// summary. The parameters then are those of the caller again.
  PathFormulaId save(PathFormulaId path, cfa::FunctionId callee);
  PathFormulaId restore(PathFormulaId path, cfa::FunctionId callee);
  /// Behind the return of `callee` to another activation of the same function, on a path that has gone through it: its
  /// registers have the values again that they had at the end of `call`, which is a prefix of `path`.
  PathFormulaId restore(PathFormulaId path, PathFormulaId call, cfa::FunctionId callee);
  /// The paths of `second` behind those of `first`. Requires that `second` is made of edges and merges alone.
  PathFormulaId behind(PathFormulaId first, PathFormulaId second);
  /// The paths of both sides.
  PathFormulaId merge(PathFormulaId left, PathFormulaId right);

  /// Whether `part` is one of the alternatives that `whole` was merged from, or `whole` itself.
  [[nodiscard]] bool is_merged_into(PathFormulaId part, PathFormulaId whole) const;

  /// Whether all paths of `id` begin with one of `prefix`.
  [[nodiscard]] bool is_on_all_paths(PathFormulaId prefix, PathFormulaId id) const;

  /// Of a path that is a `summarise` at its end; else null.
  [[nodiscard]] const BlockSummary* summary(PathFormulaId id) const;
  /// `path` with the last step of `id`, which is neither a `merge` nor a `restore` to a `call`.
  PathFormulaId with_step_of(PathFormulaId path, PathFormulaId id);

private:
  friend class PathFormulaEncoder;
  friend class PathSimulation;

  enum class Kind { Start, Extend, Merge, Summarise, Save, Restore, RestoreFrom };
  struct Node {
    Kind kind = Kind::Start;
    PathFormulaId first;  ///< prefix, or left side
    PathFormulaId second; ///< right side; of a `RestoreFrom` the path to the call
    cfa::EdgeId edge;
    std::size_t summary = 0;  ///< of a `Summarise`
    cfa::FunctionId function; ///< of a `Save` or one of the `Restore`s
    PathFormulaId dominator;
    unsigned depth = 0; ///< in the dominator tree
  };
  PathFormulaId make(const Node& node);
  [[nodiscard]] PathFormulaId common_dominator(PathFormulaId a, PathFormulaId b) const;

  std::vector<Node> nodes_;
  std::vector<BlockSummary> summaries_;
  std::unordered_map<const Abstraction*, std::size_t> summary_indices_; ///< by exit
  std::unordered_map<std::size_t, std::vector<PathFormulaId>> index_;
};

struct PathStep {
  PathFormulaId node; ///< the path up to and including this step
  cfa::EdgeId edge;   ///< invalid: a summary, or the registers of a caller come back
  smt::EncodedStep step;
};

/// A path formula in one theory: a relation between the symbols' values at the start of the block (index 0) and at its
/// end (the index that `ssa` gives).
struct EncodedPathFormula {
  smt::Term formula;
  smt::SsaMap ssa;
};

/// A formula that says less than a path formula in one theory.
struct WeakerPathFormula {
  smt::Term formula;
  std::unordered_map<PathFormulaId, smt::Term> left; ///< of each `merge`: what its left side adds to the dominator
};

/// Encodes path formulas into the theory of one encoder, each node once.
class PathFormulaEncoder {
public:
  PathFormulaEncoder(const PathFormulas& formulas, smt::TermManager& terms, smt::Encoder& encoder);

  EncodedPathFormula encode(PathFormulaId id);

  /// Those of `facts`, each about one unindexed symbol, whose symbol's value at the start of `id` is in its formula.
  std::vector<smt::Term> relevant(const std::vector<smt::Term>& facts, PathFormulaId id);

  /// The formula of `id` without what has no influence on the constants `asked` and on whether the paths can be taken. It
  /// follows from the formula, and has the same solutions as far as these constants go, where what paths compute always
  /// has a value. With a replacement, that is made of what is left of every edge: contributions occur only positively, so
  /// that the result still follows if every replacement follows from what it replaces. Indices stay as they are.
  using Replacement = std::function<smt::Term(cfa::EdgeId edge, const smt::Term& contribution)>;
  smt::Term cone_of_influence(PathFormulaId id, const std::vector<smt::Term>& asked);
  WeakerPathFormula cone_of_influence(PathFormulaId id, const std::vector<smt::Term>& asked,
                                      const Replacement& replace);

  /// The steps, in order, of one path through the block. `holds` evaluates a Boolean term of this encoding in a
  /// model of the path formula.
  std::vector<PathStep> path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds);
  /// The same in a model of `weaker`, a formula of `id`.
  std::vector<PathStep> path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds,
                             const WeakerPathFormula& weaker);

private:
  struct Encoded {
    smt::Term local;
    smt::EncodedStep step; ///< unless it is a `Merge`
    smt::SsaMap ssa;
    smt::MergedSsa merged; ///< of a `Merge`
    smt::Term left;        ///< of a `Merge`: what the left side adds to the dominator
  };
  class Cone;
  using Locals = std::unordered_map<PathFormulaId, smt::Term>;
  using LeftSide = std::function<const smt::Term&(PathFormulaId merge)>;
  std::vector<PathStep> path_by(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds,
                                const LeftSide& left);
  const Encoded& encoded(PathFormulaId id);
  Encoded encode_node(const PathFormulas::Node& node);
  smt::EncodedStep encode_step(const PathFormulas::Node& node);
  /// What is between `dominator` and `id`, of which `local_of` gives the parts.
  smt::Term relative_to(PathFormulaId id, PathFormulaId dominator,
                        const std::function<const smt::Term&(PathFormulaId)>& local_of);
  smt::Term relative_to(PathFormulaId id, PathFormulaId dominator);
  [[nodiscard]] std::vector<PathFormulaId> nodes_below(PathFormulaId id) const;

  const PathFormulas& formulas_;
  smt::TermManager& terms_;
  smt::Encoder& encoder_;
  std::unordered_map<PathFormulaId, Encoded> encoded_;
  std::unordered_map<PathFormulaId, std::unordered_set<smt::SymbolId>>
      read_; ///< symbols at the start that are in the formula
};

} // namespace vouch::domains
