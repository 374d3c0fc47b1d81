#pragma once

#include "analysis/cfa/call_graph.hpp"
#include "analysis/cfa/live_variables.hpp"
#include "analysis/cfa/memory_regions.hpp"
#include "analysis/cfa/side_effects.hpp"
#include "analysis/cfa/target_reachability.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/verifier.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The verification of one entry point: assembles the analyses that the options ask for, runs the CEGAR loop until
/// every target is decided, and replays what it finds.
namespace vouch {

class ResultCache;

struct EntryOutcome {
  std::vector<Violation> violations;
  std::vector<std::string> open; ///< why the rest is not proved; empty: everything else is
  std::vector<Invariant> invariants;
  std::vector<std::vector<cfa::Integer>> violating_inputs; ///< of the runs to `violations`
  bool is_from_cache = false;
  std::vector<Message> messages; ///< of the cache, and explanations that were asked for
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
  EntryVerifier(const cfa::Cfa& cfa, const cfa::TargetReachability& targets, const Options& options);
  EntryVerifier(const EntryVerifier&) = delete;
  EntryVerifier& operator=(const EntryVerifier&) = delete;
  ~EntryVerifier();

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);

private:
  void verify_anew(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);
  /// The same, and puts what is final into the cache.
  void verify_and_store(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);
  [[nodiscard]] bool take_from_cache(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);
  /// Compares an outcome from the cache with a new one, which counts if they contradict one another.
  void audit(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);
  const ProgramFacts& facts();

  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const Options& options_;
  trace::Interpreter interpreter_;
  std::optional<ProgramFacts> facts_;       ///< once they are needed
  std::unique_ptr<ResultCache> cache_;      ///< if there is one, once it is needed
  std::vector<std::string> cache_messages_; ///< that nobody has heard yet
};

} // namespace vouch
