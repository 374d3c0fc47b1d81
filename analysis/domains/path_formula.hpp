#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/smt/encoder.hpp"

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

class PathFormulas {
public:
  PathFormulas();

  /// The empty path: a block that begins here.
  [[nodiscard]] static PathFormulaId start() { return PathFormulaId(0); }
  PathFormulaId extend(PathFormulaId prefix, cfa::EdgeId edge);
  /// The paths of both sides.
  PathFormulaId merge(PathFormulaId left, PathFormulaId right);

  /// Whether `part` is one of the alternatives that `whole` was merged from, or `whole` itself.
  [[nodiscard]] bool is_merged_into(PathFormulaId part, PathFormulaId whole) const;

private:
  friend class PathFormulaEncoder;

  enum class Kind { Start, Extend, Merge };
  struct Node {
    Kind kind = Kind::Start;
    PathFormulaId first;  ///< prefix, or left side
    PathFormulaId second; ///< right side
    cfa::EdgeId edge;
    PathFormulaId dominator;
    unsigned depth = 0; ///< in the dominator tree
  };
  PathFormulaId make(const Node& node);
  [[nodiscard]] PathFormulaId common_dominator(PathFormulaId a, PathFormulaId b) const;

  std::vector<Node> nodes_;
  std::unordered_map<std::size_t, std::vector<PathFormulaId>> index_;
};

/// A path formula in one theory: a relation between the symbols' values at the start of the block (index 0) and at its
/// end (the index that `ssa` gives).
struct EncodedPathFormula {
  smt::Term formula;
  smt::SsaMap ssa;
};

/// Encodes path formulas into the theory of one encoder, each node once.
class PathFormulaEncoder {
public:
  PathFormulaEncoder(const PathFormulas& formulas, smt::TermManager& terms, smt::Encoder& encoder);

  EncodedPathFormula encode(PathFormulaId id);

  /// Those of `facts`, each about one unindexed symbol, whose symbol's value at the start of `id` is in its formula.
  std::vector<smt::Term> relevant(const std::vector<smt::Term>& facts, PathFormulaId id);

  /// The formula of `id` with what every edge contributes replaced. Contributions occur only positively: if every
  /// replacement is implied by the original, so is the result. Indices stay as they are.
  using Replacement = std::function<smt::Term(cfa::EdgeId edge, const smt::Term& contribution)>;
  smt::Term rebuild(PathFormulaId id, const Replacement& replace);

  /// The steps, in order, of one path through the block. `holds` evaluates a Boolean term of this encoding in a
  /// model of the path formula.
  struct PathStep {
    cfa::EdgeId edge;
    smt::EncodedStep step;
  };
  std::vector<PathStep> path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds);

private:
  struct Encoded {
    smt::Term local;
    smt::EncodedStep step; ///< of an `Extend`
    smt::SsaMap ssa;
    smt::MergedSsa merged; ///< of a `Merge`
    smt::Term left;        ///< of a `Merge`: what the left side adds to the dominator
  };
  using Locals = std::unordered_map<PathFormulaId, smt::Term>;
  const Encoded& encoded(PathFormulaId id);
  Encoded encode_node(const PathFormulas::Node& node);
  template <class LocalOf>
  smt::Term relative_to(PathFormulaId id, PathFormulaId dominator, const LocalOf& local_of);
  smt::Term relative_to(PathFormulaId id, PathFormulaId dominator);
  [[nodiscard]] std::vector<PathFormulaId> nodes_below(PathFormulaId id) const;

  const PathFormulas& formulas_;
  smt::TermManager& terms_;
  smt::Encoder& encoder_;
  std::unordered_map<PathFormulaId, Encoded> encoded_;
  std::unordered_map<PathFormulaId, std::unordered_set<smt::SymbolId>> read_; ///< symbols at the start that are in the formula
};

} // namespace vouch::domains
