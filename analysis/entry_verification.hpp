#pragma once

#include "analysis/cfa/call_graph.hpp"
#include "analysis/cfa/live_variables.hpp"
#include "analysis/cfa/side_effects.hpp"
#include "analysis/cfa/memory_regions.hpp"
#include "analysis/cfa/target_reachability.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/verifier.hpp"

#include <optional>

/// The verification of one entry point: assembles the analyses that the options ask for, runs the CEGAR loop until
/// every target is decided, and replays what it finds.
namespace vouch {

struct EntryOutcome {
  std::vector<Violation> violations;
  std::vector<std::string> open; ///< why the rest is not proved; empty: everything else is
  std::vector<Invariant> invariants;
};

/// What all verifications of a program need to know of it.
struct ProgramFacts {
  ProgramFacts(const cfa::Cfa& cfa, BlockHeuristic heuristic)
      : regions(cfa), live(cfa), recursive(cfa::CallGraph(cfa).recursive_functions()), blocks(cfa, heuristic),
        effects(cfa, regions, blocks) {}

  cfa::MemoryRegions regions;
  cfa::LiveVariables live;
  std::unordered_set<cfa::FunctionId> recursive;
  cfa::BlockPartition blocks; ///< what is analysed on its own
  cfa::SideEffectTable effects;
};

/// Verifies entry points of one program. What they have in common is computed once.
class EntryVerifier {
public:
  /// The arguments must outlive the verifier.
  EntryVerifier(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const Options& options)
      : cfa_(cfa), targets_(targets), options_(options), interpreter_(cfa) {}

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);

private:
  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const Options& options_;
  trace::Interpreter interpreter_;
  std::optional<ProgramFacts> facts_; ///< once they are needed
};

} // namespace vouch
