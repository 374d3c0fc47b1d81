#pragma once

#include "analysis/cfa/memory_regions.hpp"
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

/// Verifies entry points of one program. What they have in common is computed once.
class EntryVerifier {
public:
  /// Both must outlive the verifier.
  EntryVerifier(const cfa::Cfa& cfa, const Options& options) : cfa_(cfa), options_(options), interpreter_(cfa) {}

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, RunContext& context, EntryOutcome& outcome);

private:
  const cfa::MemoryRegions& regions();

  const cfa::Cfa& cfa_;
  const Options& options_;
  trace::Interpreter interpreter_;
  std::optional<cfa::MemoryRegions> regions_;
};

} // namespace vouch
