#pragma once

#include "analysis/smt/terms/solver.hpp"
#include "analysis/smt/terms/term.hpp"
#include "analysis/support/run_context.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// Sequence interpolants: why a path cannot be taken, said once for every cut between two of its steps.
namespace vouch::smt {

/// One step of a path, in constants of its own. Steps may use the same constants without meaning the same value.
struct PathStep {
  Term relation;
  /// State symbols and the constants that stand for their values at entry.
  Substitution inputs;
  /// State symbols that the step changes and the constants that stand for their values at exit. A symbol that is not
  /// here keeps its value.
  Substitution outputs;
  /// The program location behind the step; steps that end at the same location have the same key.
  std::size_t location = 0;
};

/// Constants of a relation that are neither inputs nor outputs nor rigid are local to their step.
struct InterpolationProblem {
  std::vector<PathStep> steps;
  std::vector<Term> rigid; ///< constants with one value all along, for instance the addresses of objects
  Term background;         ///< what is known about the rigid constants; null: nothing
};

/// `cuts[i]`, for i = 0 .. n-2, is a formula over state symbols and rigid constants that holds after step i:
/// background & cuts[i-1] & step i implies cuts[i], and cuts[n-2] contradicts the last step.
struct Interpolants {
  std::vector<Term> cuts;
  std::string engine;
};

/// Atoms per cut that are worth tracking, without the promise that they refute the path.
struct Predicates {
  std::vector<std::vector<Term>> cuts;
  std::string engine;
};

/// The steps have a model: these formulas do not refute the path.
struct Feasible {};

/// The engine is not made for such steps; more time would not help.
struct Declined {
  std::string reason;
};

using InterpolationResult = std::variant<Interpolants, Predicates, Feasible, Declined, Undecided>;

class Interpolator {
public:
  Interpolator() = default;
  Interpolator(const Interpolator&) = delete;
  Interpolator& operator=(const Interpolator&) = delete;
  virtual ~Interpolator() = default;

  /// Requires at least one step. Throws `Interrupted`.
  virtual InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) = 0;
};

/// Only the engines that fold the path into a program with its loops. They find invariants that hold for any number of
/// rounds, but only of steps that still say everything the loops do.
std::unique_ptr<Interpolator> make_path_program_interpolator(TermManager& terms, RunContext& context);

/// All engines in the order that was measured to be best, every answer validated.
std::unique_ptr<Interpolator> make_interpolator(TermManager& terms, RunContext& context);

} // namespace vouch::smt
