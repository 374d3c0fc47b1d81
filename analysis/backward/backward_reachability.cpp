#include "analysis/backward/backward_reachability.hpp"

#include "analysis/backward/extraction.hpp"
#include "analysis/backward/program_pieces.hpp"
#include "analysis/backward/strides.hpp"
#include "analysis/refinement/feasibility.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <deque>

namespace vouch::backward {
namespace {

constexpr std::size_t most_cubes_of_image = 64;
constexpr std::size_t most_nodes = 3000;
/// Of a precondition that are looked at if the first one gives nothing new.
constexpr unsigned most_cases = 8;

/// A predicate, or its negation.
struct Literal {
  std::size_t predicate = 0;
  bool holds = true;
  friend auto operator<=>(const Literal&, const Literal&) = default;
};
/// By predicate; a conjunction.
using Cube = std::vector<Literal>;

struct Node {
  std::size_t place = 0;
  Cube cube;
  std::size_t piece = 0;           ///< that leads to `next`, or to a target
  std::optional<std::size_t> next; ///< the node behind it
};

class Search {
public:
  Search(const BackwardServices& services, const Settings& settings, ProgramPieces program, RunContext& context)
      : services_(services), settings_(settings), program_(std::move(program)), context_(context),
        simulation_(services.formulas, services.terms, services.integers),
        predicates_(program_.places.size(), remainders_of_strides(services.cfa, program_.places, services.integers)) {}

  BackwardResult run() {
    for (unsigned round = 0; round < settings_.most_rounds; ++round) {
      context_.report("exploring");
      nodes_.clear();
      const std::variant<Finished, Chain, Open> found = explore();
      if (std::holds_alternative<Finished>(found)) {
        return Excluded{invariant()};
      }
      if (const auto* open = std::get_if<Open>(&found)) {
        return *open;
      }
      const Chain& chain = std::get<Chain>(found);
      context_.report("refining");
      const refinement::Feasibility feasibility = refinement::decide(
          services_.on_bits, paths_from(chain, 0), services_.terms, services_.bits, services_.cfa, context_);
      if (const auto* feasible = std::get_if<refinement::FeasiblePath>(&feasibility)) {
        return Reached{feasible->path};
      }
      if (const auto* undecided = std::get_if<refinement::UndecidedPath>(&feasibility)) {
        return Open{undecided->reason};
      }
      if (!refine(chain, {settings_.longest_disjunction, 1}) &&
          !refine(chain, {settings_.longest_disjunction, most_cases})) {
        return Open{"refinement stuck"};
      }
      ++context_.statistics.refinements;
    }
    return Open{"too many refinements"};
  }

private:
  struct Finished {};
  using Chain = std::vector<std::size_t>; ///< pieces from the start to a target

  /// The abstract backward tree, breadth first.
  std::variant<Finished, Chain, Open> explore() {
    std::deque<std::size_t> waiting;
    const auto add_before = [&](std::size_t piece,
                                std::optional<std::size_t> next) -> std::optional<std::variant<Finished, Chain, Open>> {
      std::vector<Cube> cubes;
      const smt::Term behind =
          next ? conjunction(nodes_[*next].place, nodes_[*next].cube) : services_.terms.boolean(true);
      if (!add_image(piece, behind, cubes)) {
        return Open{"the solver gave up"};
      }
      for (Cube& cube : cubes) {
        const std::size_t place = program_.pieces[piece].from;
        if (is_covered(place, cube)) {
          continue;
        }
        nodes_.push_back({place, std::move(cube), piece, next});
        ++context_.statistics.abstract_states;
        if (place == 0) {
          return chain_from(nodes_.back());
        }
        if (nodes_.size() > most_nodes) {
          return Open{"too many cubes"};
        }
        waiting.push_back(nodes_.size() - 1);
      }
      return std::nullopt;
    };
    for (std::size_t piece = 0; piece < program_.pieces.size(); ++piece) {
      if (!program_.pieces[piece].to) {
        if (auto end = add_before(piece, std::nullopt)) {
          return *std::move(end);
        }
      }
    }
    while (!waiting.empty()) {
      const std::size_t node = waiting.front();
      waiting.pop_front();
      for (std::size_t piece = 0; piece < program_.pieces.size(); ++piece) {
        if (program_.pieces[piece].to == nodes_[node].place) {
          if (auto end = add_before(piece, node)) {
            return *std::move(end);
          }
        }
      }
    }
    return Finished{};
  }

  /// Whether another cube at the place has a part of the literals.
  [[nodiscard]] bool is_covered(std::size_t place, const Cube& cube) const {
    return std::ranges::any_of(
        nodes_, [&](const Node& node) { return node.place == place && std::ranges::includes(cube, node.cube); });
  }

  [[nodiscard]] Chain chain_from(const Node& node) const {
    Chain result = {node.piece};
    for (std::optional<std::size_t> next = node.next; next; next = nodes_[*next].next) {
      result.push_back(nodes_[*next].piece);
    }
    return result;
  }

  smt::Term conjunction(std::size_t place, const Cube& cube) {
    std::vector<smt::Term> literals;
    for (const Literal& literal : cube) {
      const smt::Term& predicate = predicates_[place][literal.predicate];
      literals.push_back(literal.holds ? predicate : services_.terms.logical_not(predicate));
    }
    return services_.terms.logical_and(literals);
  }

  /// Adds cubes that contain all states from which a run through the piece comes to the cube. False: nobody can tell.
  bool add_image(std::size_t index, const smt::Term& behind, std::vector<Cube>& cubes) {
    smt::TermManager& terms = services_.terms;
    const domains::PathFormulaId paths = program_.pieces[index].paths;
    const std::optional<smt::Term> condition = simulation_.condition(paths, domains::most_terms_for_solvers, context_);
    if (!condition) {
      return false;
    }
    const smt::Term precondition = terms.logical_and(*condition, simulation_.at_end(paths, behind));
    std::vector<smt::Term> predicates;
    for (const smt::Term& predicate : predicates_[program_.pieces[index].from]) {
      predicates.push_back(services_.integers.instantiate(predicate, smt::SsaMap()));
    }
    const smt::Term known =
        known_about(services_.integers, terms.logical_and(precondition, terms.logical_and(predicates)));
    smt::Solver solver(terms, context_);
    solver.add(precondition);
    solver.add(known);
    while (true) {
      const smt::SolverAnswer answer = solver.check();
      if (std::holds_alternative<smt::Unsatisfiable>(answer)) {
        return true;
      }
      const auto* found = std::get_if<smt::Satisfiable>(&answer);
      if (found == nullptr || cubes.size() == most_cubes_of_image) {
        return false;
      }
      const smt::Case chosen = smt::case_of(terms, precondition, found->model);
      smt::Solver of_case(terms, context_);
      of_case.add(chosen.formula);
      of_case.add(terms.logical_and(chosen.conditions));
      of_case.add(known);
      const std::vector<int> implied = of_case.consequences(found->model, predicates);
      Cube cube;
      std::vector<smt::Term> literals;
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        if (implied[i] != 0) {
          cube.push_back({i, implied[i] > 0});
          literals.push_back(implied[i] > 0 ? predicates[i] : terms.logical_not(predicates[i]));
        }
      }
      solver.add(terms.logical_not(terms.logical_and(literals)));
      cubes.push_back(std::move(cube));
    }
  }

  /// The pieces of the chain from the `first` on.
  domains::PathFormulaId paths_from(const Chain& chain, std::size_t first) {
    domains::PathFormulaId result = domains::PathFormulas::start();
    for (std::size_t i = first; i < chain.size(); ++i) {
      result = services_.formulas.behind(result, program_.pieces[chain[i]].paths);
    }
    return result;
  }

  /// Adds what the exact preconditions of the chain's end consist of, as far back as there are any.
  bool refine(const Chain& chain, const Extraction& extraction) {
    bool is_any_new = false;
    for (std::size_t first = chain.size(); first-- > 1;) {
      const std::optional<smt::Term> precondition =
          simulation_.condition(paths_from(chain, first), domains::most_terms_for_solvers, context_);
      if (!precondition) {
        break;
      }
      const std::optional<std::vector<smt::Term>> found =
          extracted(services_.integers, *precondition, extraction, context_);
      if (!found) {
        break; // no run leads from there to the target
      }
      for (const smt::Term& predicate : *found) {
        if (settings_.tracked == Tracked::WhereFound) {
          is_any_new |= track(predicates_[program_.pieces[chain[first]].from], predicate);
          continue;
        }
        for (std::vector<smt::Term>& here : predicates_) {
          is_any_new |= track(here, predicate);
        }
      }
    }
    return is_any_new;
  }

  /// Whether it is new.
  bool track(std::vector<smt::Term>& predicates, const smt::Term& predicate) {
    const smt::Term negated = services_.terms.simplify(services_.terms.logical_not(predicate));
    const bool is_new = std::ranges::find(predicates, predicate) == predicates.end() &&
                        std::ranges::find(predicates, negated) == predicates.end();
    if (is_new) {
      predicates.push_back(predicate);
    }
    return is_new;
  }

  proofs::Proof invariant() {
    proofs::Proof result;
    for (std::size_t place = 0; place < program_.places.size(); ++place) {
      std::vector<smt::Term> excluded;
      for (const Node& node : nodes_) {
        if (node.place == place) {
          excluded.push_back(services_.terms.logical_not(conjunction(place, node.cube)));
        }
      }
      result[program_.places[place]] = {services_.terms.logical_and(excluded)};
    }
    return result;
  }

  const BackwardServices& services_;
  const Settings& settings_;
  ProgramPieces program_;
  RunContext& context_;
  domains::PathSimulation simulation_;
  std::vector<std::vector<smt::Term>> predicates_; ///< by place, over symbols
  std::vector<Node> nodes_;
};

} // namespace

BackwardResult search_backwards(const BackwardServices& services, const Settings& settings, cfa::LocationId start,
                                const core::TargetKeys& ignored, RunContext& context) {
  auto pieces = pieces_of(services.cfa, services.targets, ignored, start, services.formulas);
  if (const auto* none = std::get_if<NoPieces>(&pieces)) {
    return Open{none->reason};
  }
  return Search(services, settings, std::get<ProgramPieces>(std::move(pieces)), context).run();
}

} // namespace vouch::backward
