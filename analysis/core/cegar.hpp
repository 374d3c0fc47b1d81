#pragma once

#include "analysis/core/exploration.hpp"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Counterexample-guided abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith: JACM 2003), lazily: only what is
/// below the pivot is explored again (Henzinger, Jhala, Majumdar, Sutre: POPL 2002). See README.md for a picture.
namespace vouch::core {

/// A path of the program from the start of the exploration to a target, and the values it reads on the way.
struct ErrorPath {
  std::vector<cfa::EdgeId> edges;
  std::vector<cfa::Integer> inputs; ///< one for each `Input` operation on the path, in order
  cfa::LocationId target;

  struct LoadedValue {
    std::size_t step = 0; ///< index of the edge
    cfa::ExpressionRef load = nullptr;
    cfa::Integer value = 0; ///< a float as its bit pattern
  };
  /// What the path reads from memory; matters where the program has not written there.
  std::vector<LoadedValue> loads = {};

  struct MadeObject {
    std::size_t step = 0;
    cfa::Integer address = 0;
  };
  /// Where the objects lie that the path makes; its pointers are addresses.
  std::vector<MadeObject> objects = {};
  /// Where functions lie that pointers of the path may lead to.
  std::map<cfa::Integer, cfa::FunctionId> functions = {};
};

/// What a refiner found out about the paths into a target.
struct Feasible {
  ErrorPath path;
};
struct Inconclusive {
  std::string reason;
};
using Refinement = std::variant<Feasible, Spurious, Inconclusive>;

class Refiner {
public:
  Refiner() = default;
  Refiner(const Refiner&) = delete;
  Refiner& operator=(const Refiner&) = delete;
  virtual ~Refiner() = default;

  /// `Spurious` requires that no path into `target` is feasible as far as `target`'s state represents it, and that
  /// there is a cut. Throws `Interrupted`.
  virtual Refinement refine(const Exploration& exploration, ExploredNode target, RunContext& context) = 0;

  /// What to take back so that a paused exploration can go on. Nothing: it stays paused. Throws `Interrupted`.
  virtual std::optional<Spurious> resume(const Exploration& /*exploration*/, const Paused& /*paused*/,
                                         RunContext& /*context*/) {
    return std::nullopt;
  }

  /// After how many expanded nodes without a target it wants to be shown where exploring is. Nothing: never.
  [[nodiscard]] virtual std::optional<std::size_t> patience() const { return std::nullopt; }
  /// What to take back because no run gets to `node`, which need not be a target. Nothing: exploring goes on. Throws `Interrupted`.
  virtual std::optional<Spurious> look_at(const Exploration& /*exploration*/, ExploredNode /*node*/,
                                          RunContext& /*context*/) {
    return std::nullopt;
  }
};

/// No target that counts is reachable.
struct Proved {};
struct Violated {
  ExploredNode node;
  TargetReason target;
  ErrorPath path;
};
struct Undecided {
  ExploredNode node;
  TargetReason target;
  std::string reason;
};
using CegarResult = std::variant<Proved, Violated, Undecided, Paused>;

/// Explores and refines until one target is decided or none is left. `exploration` can be given in again: a caller that
/// wants all violations adds the target to `ignored` and goes on. A refinement that would change nothing is `Undecided`
/// with the reason "refinement stuck". `Paused`: the refiner does not go on from there, and nothing is known of what
/// comes behind. Throws `Interrupted`, as `explore`.
CegarResult run_cegar(Exploration& exploration, Refiner& refiner, RunContext& context, const TargetKeys& ignored = {});

} // namespace vouch::core
