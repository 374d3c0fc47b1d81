#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

#include <cstddef>
#include <optional>
#include <vector>

/// The forms of a path that the interpolation engines work on.
namespace vouch::smt {

/// A step in canonical names: the relation speaks about entry values by the state symbols themselves, and two steps
/// that differ only in the names of their constants become equal.
struct Transition {
  Term relation;
  Substitution outputs; ///< changed symbols and their values at exit: constants, or symbols (a copy)
  std::vector<Term> locals;

  friend bool operator==(const Transition&, const Transition&) = default;
};

struct Path {
  std::vector<Transition> transitions;
  std::vector<std::size_t> locations; ///< per transition, the key of the location behind it
  std::vector<Term> symbols;          ///< of all steps, in order of first occurrence
  std::vector<Term> rigid;            ///< those that matter
  Term background;                    ///< the part that is about `rigid`

  [[nodiscard]] std::size_t cut_count() const { return transitions.size() - 1; }
};

/// Requires at least one step.
Path make_path(TermManager& terms, const InterpolationProblem& problem);

/// `formula` over the state symbols, said about the values at exit of `transition`.
Term at_exit(TermManager& terms, const Transition& transition, const Term& formula);

/// The nodes of a path program are numbered; the entry has no number and reaches no further than the first edge.
struct PathProgramEdge {
  std::optional<std::size_t> source; ///< none: the entry
  std::optional<std::size_t> target; ///< none: the error
  Transition transition;             ///< without what nothing behind it needs

  friend bool operator==(const PathProgramEdge&, const PathProgramEdge&) = default;
};

/// A control-flow graph whose paths include the given one.
struct PathProgram {
  std::vector<PathProgramEdge> edges;  ///< each once
  std::vector<std::vector<Term>> live; ///< per node, the symbols whose values matter there
  std::vector<std::size_t> node_of_cut;
};

/// Folded: cuts at the same location share a node, so that the loops of the path are loops again (Beyer, Henzinger,
/// Majumdar, Rybalchenko: Path Invariants, PLDI 2007). Unrolled: one node per cut.
enum class PathProgramShape { Folded, Unrolled };
PathProgram make_path_program(TermManager& terms, const Path& path, PathProgramShape shape);

/// The path in single assignment form.
struct Unrolling {
  std::vector<Term> relations;
  std::vector<Substitution> states; ///< per cut, symbols and the constants that hold their values
};
Unrolling unroll(TermManager& terms, const Path& path);

} // namespace vouch::smt
