#pragma once

#include "analysis/verifier.hpp"
#include "server/engine/stop_signals.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>

/// Runs a verification in a child process of its own. The parent never computes anything itself, so it can keep every
/// promise about time, memory and signals whatever Clang or the solver are doing at the moment, and a crash costs one
/// answer. See docs/decisions/0003-check-verifies-in-a-child-process.md.
namespace vouch::server {

/// What a verification may use up. The engine is told and is expected to come back by itself with what it has found;
/// if it does not, it is ended.
struct Budget {
  std::chrono::steady_clock::time_point deadline;
  std::chrono::milliseconds grace{0};   ///< how long after `deadline` the engine may still take to come back
  std::uint64_t memory_limit_bytes = 0; ///< resident memory; 0: no limit
};

struct IsolatedResult {
  FileReport report;
  std::uint64_t peak_memory_bytes = 0;
};

/// Verifies one file. If the budget runs out, a stop signal arrives, or the engine crashes, what the engine had told by
/// then counts, and the rest is `Unknown` with the reason. To be called while the process has one thread. Throws
/// std::system_error if the system has no more processes or descriptors.
IsolatedResult verify_isolated(const Verify& verify, const SourceInput& input, const Options& options,
                               const RunContext& run, const Budget& budget, StopSignals& signals);

/// The same for many files, of which up to `jobs` are verified at a time; if they are fewer, each has helpers
/// (`VerificationContext::start_helpers`), so that as many processes are at work. The memory limit is shared among them, and so is the
/// time: none takes more than its share of what is left when it begins, and who needs less leaves more to the others. Calls
/// `on_finished` with the index of each file that is done and its result, in the order in which they end.
void verify_isolated(const Verify& verify, std::span<const SourceInput> inputs, std::size_t jobs,
                     const Options& options, const RunContext& run, const Budget& budget, StopSignals& signals,
                     const std::function<void(std::size_t, IsolatedResult)>& on_finished);

} // namespace vouch::server
