#include "analysis/smt/interpolation/horn_interpolators.hpp"

#include "analysis/smt/interpolation/affine_equalities.hpp"
#include "analysis/smt/interpolation/formula_reuse.hpp"
#include "analysis/smt/interpolation/horn_core.hpp"
#include "analysis/smt/interpolation/inductive_candidates.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

/// What is asked of Houdini in turn if the atoms of the program are not enough.
struct MoreCandidates {
  Candidates which;
  const char* engine;
  int part_of_limit;
};
constexpr std::array more_candidates = {
    MoreCandidates{Candidates::AndStoredValues, "path program, stored values", 4},
    MoreCandidates{Candidates::AndCells, "path program, cells", 2},
};

/// One predicate per node over what is live there, one clause per edge.
HornSystem clauses_of(TermManager& terms, const Path& path, const PathProgram& program) {
  HornSystem system;
  for (const std::vector<Term>& live : program.live) {
    std::vector<Term>& parameters = system.parameters.emplace_back(live);
    parameters.insert(parameters.end(), path.rigid.begin(), path.rigid.end());
  }
  for (const PathProgramEdge& edge : program.edges) {
    HornClause& clause = system.clauses.emplace_back();
    if (edge.source) {
      clause.body.push_back({*edge.source, system.parameters[*edge.source]});
    }
    clause.constraint = terms.logical_and(path.background, edge.transition.relation);
    if (edge.target) {
      clause.head = HornAtom{*edge.target, {}};
      for (const Term& parameter : system.parameters[*edge.target]) {
        clause.head->arguments.push_back(at_exit(terms, edge.transition, parameter));
      }
    }
  }
  return system;
}

/// A path of one step has no cut: all there is to say is whether the step is possible.
InterpolationResult without_cuts(TermManager& terms, RunContext& context, const Path& path, milliseconds limit) {
  Solver solver(terms, context);
  solver.add(path.background);
  solver.add(path.transitions.front().relation);
  SolverAnswer answer = solver.check(limit);
  if (auto* undecided = std::get_if<Undecided>(&answer)) {
    return *undecided;
  }
  if (std::holds_alternative<Satisfiable>(answer)) {
    return Feasible{};
  }
  return Interpolants{};
}

bool mentions_floats(TermManager& terms, const Path& path) {
  return std::any_of(path.transitions.begin(), path.transitions.end(), [&](const Transition& transition) {
    return terms.mentions(SortKind::Float, transition.relation);
  });
}

Interpolants at_cuts(const PathProgram& program, const std::vector<Term>& formulas, std::string engine) {
  Interpolants interpolants;
  interpolants.engine = std::move(engine);
  for (std::size_t node : program.node_of_cut) {
    interpolants.cuts.push_back(formulas[node]);
  }
  return interpolants;
}

} // namespace

std::vector<Term> PathProgramInterpolator::find_hints(const Path& path, const PathProgram& program,
                                                      const HornSystem& system, milliseconds limit) {
  std::vector<Term> hints(program.live.size(), terms_.boolean(true));
  if (hints_ == Hints::None) {
    return hints;
  }
  if (auto equalities = affine_equalities(terms_, context_, system, path.rigid, limit / 2)) {
    hints = std::move(*equalities);
  }
  if (auto candidates =
          inductive_candidates(terms_, context_, path, program, hints, Candidates::AtomsOnly, limit / 2)) {
    for (std::size_t node = 0; node < hints.size(); ++node) {
      hints[node] = terms_.logical_and(hints[node], (*candidates)[node]);
    }
  }
  return hints;
}

InterpolationResult PathProgramInterpolator::interpolate(const InterpolationProblem& problem, milliseconds limit) {
  const auto end = ProcessorClock::now() + limit;
  Path path = make_path(terms_, problem);
  if (path.cut_count() == 0) {
    return without_cuts(terms_, context_, path, limit);
  }
  if (mentions_floats(terms_, path)) {
    return Declined{"Spacer knows no floats"};
  }
  PathProgram program = make_path_program(terms_, path, PathProgramShape::Folded);
  const HornSystem system = clauses_of(terms_, path, program);
  const std::vector<Term> hints = find_hints(path, program, system, limit / 2);
  if (hints_ != Hints::None) {
    if (auto core = horn_core(terms_, context_, system, hints, limit / 4)) {
      return at_cuts(program, *core, "path program, hints");
    }
    for (const MoreCandidates& more : more_candidates) {
      const milliseconds share = limit / more.part_of_limit;
      auto guesses = inductive_candidates(terms_, context_, path, program, hints, more.which, share);
      for (std::size_t node = 0; guesses && node < hints.size(); ++node) {
        (*guesses)[node] = terms_.logical_and(hints[node], (*guesses)[node]);
      }
      if (auto core = guesses ? horn_core(terms_, context_, system, *guesses, limit / 4) : std::nullopt) {
        return at_cuts(program, *core, more.engine);
      }
    }
  }
  SpacerOptions options;
  options.lemmas = lemmas_;
  options.limit = time_until(end);
  HornSystem assumed = assuming(terms_, system, hints);
  remove_functions(terms_, assumed); // Spacer knows none
  HornResult result = solve_with_spacer(terms_, context_, assumed, options);
  if (auto* solution = std::get_if<HornSolution>(&result)) {
    std::vector<Term> invariants;
    for (std::size_t node = 0; node < hints.size(); ++node) {
      invariants.push_back(terms_.logical_and(hints[node], solution->predicates[node]));
    }
    auto core = horn_core(terms_, context_, system, invariants, limit / 4);
    return at_cuts(program, core ? *core : invariants, "path program");
  }
  if (auto* undecided = std::get_if<Undecided>(&result)) {
    return *undecided;
  }
  return Declined{"with other numbers of rounds through its loops the path is feasible"};
}

InterpolationResult ChainInterpolator::interpolate(const InterpolationProblem& problem, milliseconds limit) {
  constexpr milliseconds reuse_limit{500};
  constexpr std::size_t longest = 250; // beyond, Spacer takes gigabytes
  Path path = make_path(terms_, problem);
  if (path.cut_count() == 0) {
    return without_cuts(terms_, context_, path, limit);
  }
  if (path.cut_count() > longest) {
    return Declined{"the path is too long"};
  }
  if (mentions_floats(terms_, path)) {
    return Declined{"Spacer knows no floats"};
  }
  PathProgram program = make_path_program(terms_, path, PathProgramShape::Unrolled);
  SpacerOptions options;
  options.lemmas = lemmas_;
  options.minimum_level = static_cast<unsigned>(path.cut_count() + 1);
  options.limit = limit;
  HornSystem system = clauses_of(terms_, path, program);
  const Strength strength = remove_functions(terms_, system);
  HornResult result = solve_with_spacer(terms_, context_, system, options);
  if (auto* solution = std::get_if<HornSolution>(&result)) {
    Interpolants interpolants = at_cuts(program, solution->predicates, "chain");
    interpolants.cuts =
        with_reused_formulas(terms_, context_, path, std::move(interpolants.cuts), std::min(limit / 2, reuse_limit));
    return interpolants;
  }
  if (auto* undecided = std::get_if<Undecided>(&result)) {
    return *undecided;
  }
  if (strength == Strength::Weaker) {
    return Declined{"what is left without uninterpreted functions is feasible"};
  }
  return Feasible{};
}

} // namespace vouch::smt
