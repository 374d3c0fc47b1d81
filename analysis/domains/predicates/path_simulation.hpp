#pragma once

#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/smt/terms/term_computation.hpp"
#include "analysis/support/patricia_map.hpp"
#include "analysis/support/run_context.hpp"

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

/// Symbolic simulation of path formulas, as bounded model checkers for C do it (E. Clarke, D. Kroening, F. Lerda: "A
/// tool for checking ANSI-C programs", TACAS 2004): at each place of a path formula every symbol has a value in terms of
/// the values at its start and of inputs, computed as far as it can be. What `PathFormulaEncoder` says with an equation for
/// every step is one term here, in which constants are folded and reads of memory have found their writes.
///
/// Invariant: a run follows a path of `id` if and only if `condition(id)` holds of the values at its start, its inputs, and
/// its choices; each symbol then has, at the end of the path, the value that `id` gives it.
///
/// Worked example: `i = 0; a[i] = 7; if (c) i = 2; if (a[0] > i) ...`
///
///       i = 0            i: 0
///       a[i] = 7         a: store(a@0, &a[0], 7)
///       merge            i: if c@0 != 0 then 2 else 0         the side is known by c, which both sides ask for
///       [a[0] > i]       condition: 7 > (if c@0 != 0 then 2 else 0)
///
/// Where two sides do not differ in a condition that they ask for, a choice decides.
namespace vouch::domains {

/// Of larger formulas solvers do not come to the search.
inline constexpr std::size_t most_terms_for_solvers = 200'000;

class PathSimulation {
public:
  /// All must outlive the simulation. In bit-vectors, where every address is a number, most reads find their writes.
  PathSimulation(const PathFormulas& formulas, smt::TermManager& terms, smt::Encoder& encoder)
      : formulas_(formulas), terms_(terms), encoder_(encoder), computation_(terms) {}

  /// Under which condition some path of `id` is taken; nothing if that takes more than `most_terms`, with those that were
  /// made before. Requires that `id` is made of edges and merges alone. Throws `Interrupted`.
  std::optional<smt::Term> condition(PathFormulaId id, std::size_t most_terms, RunContext& context);

  /// A term over symbols as one of the values at the end of `id`. Requires that `condition` was asked for.
  smt::Term at_end(PathFormulaId id, const smt::Term& term);

  /// The symbols that have different terms as their values at the ends of the two. Requires the same, of both.
  [[nodiscard]] std::vector<smt::SymbolId> differing(PathFormulaId first, PathFormulaId second) const;

  /// The steps, in order, of one path, whose terms are those of `condition`. `holds` evaluates a Boolean term in a model
  /// of the condition.
  std::vector<PathStep> path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds);

private:
  /// What an edge does, apart from where it is on a path.
  struct Edge {
    smt::EncodedStep step;
    std::vector<std::pair<smt::SymbolId, smt::Term>> read;    ///< the constants of values before the edge
    std::vector<std::pair<smt::SymbolId, smt::Term>> any;     ///< constants that nothing defines
    std::vector<std::pair<smt::Term, smt::Term>> definitions; ///< a constant and its value, in an order to compute them
    std::vector<smt::Term> conditions;                        ///< what remains
    std::vector<std::pair<smt::SymbolId, smt::Term>> written; ///< the constants of values behind the edge
  };
  struct Place {
    PatriciaMap<smt::Term> values;     ///< by symbol; without those that have the values of the start
    std::vector<smt::Term> conditions; ///< what the last step asks for; of a merge, what its sides ask for
    smt::Substitution terms;           ///< of an edge: its constants
    smt::Term is_left;                 ///< of a merge
  };

  /// False: that would take too many terms.
  bool reach(PathFormulaId id, std::size_t most_terms, RunContext& context);
  Place simulate(const PathFormulas::Node& node);
  Place simulate_edge(const PathFormulas::Node& node);
  Place simulate_merge(const PathFormulas::Node& node);
  const Edge& meaning_of(cfa::EdgeId edge);
  /// What is asked for between `dominator` and `id`.
  [[nodiscard]] std::vector<smt::Term> conditions_behind(PathFormulaId id, PathFormulaId dominator) const;
  smt::Term value_in(const Place& place, smt::SymbolId symbol);
  smt::Term fresh(smt::SymbolId symbol);
  smt::Term fresh_choice();

  const PathFormulas& formulas_;
  smt::TermManager& terms_;
  smt::Encoder& encoder_;
  smt::TermComputation computation_;
  std::unordered_map<cfa::EdgeId, Edge> edges_;
  std::unordered_map<PathFormulaId, Place> places_;
  std::unordered_map<smt::SymbolId, unsigned> used_; ///< the last index of a symbol's constants
  unsigned choices_ = 0;
};

} // namespace vouch::domains
