#pragma once

#include "analysis/smt/terms/term.hpp"
#include "analysis/support/run_context.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <variant>

/// Satisfiability with Z3, made safe to interrupt. Two traps of Z3 are closed here: an interrupt that arrives outside
/// of a check would make a later check answer a wrong `sat`, so the stop token reaches Z3 only while a check is in
/// flight; and a solver is thrown away after `unknown`. Every `sat` is confirmed by evaluating all asserted formulas in
/// the model.
namespace vouch::smt {

/// The values of one satisfying assignment; constants that do not matter get a default.
class Model {
public:
  struct Implementation;
  explicit Model(std::shared_ptr<const Implementation> implementation) : implementation_(std::move(implementation)) {}

  /// The value of `term` as a literal term (true, false, numeral, array).
  [[nodiscard]] Term evaluate(const Term& term) const;
  [[nodiscard]] bool holds(const Term& formula) const;
  /// Integers as they are, bit-vectors as unsigned numbers, floats as bit patterns; nothing for other sorts and for
  /// more than 126 bits.
  [[nodiscard]] std::optional<cfa::Integer> value(const Term& term) const;

private:
  std::shared_ptr<const Implementation> implementation_;
};

struct Satisfiable {
  Model model;
};
struct Unsatisfiable {
  std::vector<Term> core; ///< a subset of the assumptions that was enough, empty if there were none
};
struct Undecided {
  std::string reason;
};
using SolverAnswer = std::variant<Satisfiable, Unsatisfiable, Undecided>;

/// `Incremental`: answers the first of many small queries in a tenth of a millisecond. `OneQuery`: simplifies first and
/// eliminates constants that equations define, so that the paths of a program, which are mostly equations, take a tenth
/// to a hundredth of the time over bit-vectors; for `check` without assumptions.
enum class SolverStrategy { Incremental, OneQuery };

/// A stack of assertions. Throws `Interrupted` when `context` ends the run; after that the `TermManager` must not be
/// used for any further query.
class Solver {
public:
  Solver(TermManager& terms, RunContext& context, SolverStrategy strategy = SolverStrategy::Incremental);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  void add(const Term& formula);
  void push();
  void pop();
  SolverAnswer check(std::chrono::milliseconds limit = default_limit);
  /// `assumptions` are arbitrary Boolean terms; the core is a subset of them.
  SolverAnswer check_assuming(std::span<const Term> assumptions, std::chrono::milliseconds limit = default_limit);
  /// For each of `candidates`, whether the assertions imply it to be true (1), false (-1) or, as far as the solver can
  /// tell, neither (0). `model` is one of the assertions.
  std::vector<int> consequences(const Model& model, std::span<const Term> candidates);

  static constexpr std::chrono::milliseconds default_limit{10000};

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// One query without a stack: `Undecided` counts as satisfiable.
bool may_be_satisfiable(TermManager& terms, RunContext& context, const Term& formula);
/// True only if `premise -> conclusion` is valid.
bool implies_surely(TermManager& terms, RunContext& context, const Term& premise, const Term& conclusion,
                    std::chrono::milliseconds limit = Solver::default_limit);

} // namespace vouch::smt
