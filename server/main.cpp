#include "analysis/cache_maintenance.hpp"
#include "analysis/failing_test.hpp"
#include "analysis/report/version.hpp"
#include "analysis/run_recording.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/verifier.hpp"
#include "server/check/check.hpp"
#include "server/command_line/command_line.hpp"
#include "server/dap/dap_server.hpp"
#include "server/engine/assistance.hpp"
#include "server/engine/worker.hpp"
#include "server/engine/worker_service.hpp"
#include "server/lsp/lsp_server.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>

namespace {

int answer(const vouch::server::Answer& answer) {
  std::fputs(answer.text.c_str(), answer.exit_status == 0 ? stdout : stderr);
  return answer.exit_status;
}

/// This program as a process of its own.
std::unique_ptr<vouch::server::VerificationService> worker_of_root(const std::string& /*root*/) {
  return std::make_unique<vouch::server::WorkerService>(std::vector<std::string>{"/proc/self/exe", "worker"});
}

int run(const std::vector<std::string>& arguments) {
  using namespace vouch::server;
  auto version = vouch::version_text();
  return std::visit(
      vouch::Overloaded{
          [&](const CheckOptions& options) {
            return run_check(options, {vouch::verify, {vouch::write_failing_test, vouch::find_places}}, version);
          },
          [&](const LspOptions& options) { return run_language_server(options, worker_of_root, version); },
          [](const DapOptions& options) { return run_debug_adapter(options, vouch::record_run); },
          [](WorkerOptions) { return run_worker(vouch::verify); },
          [](AssistantOptions) {
            return run_assistant({{vouch::write_failing_test, vouch::find_places},
                                  vouch::check_invariant,
                                  vouch::find_precondition,
                                  vouch::prove_expression});
          },
          [](const CacheOptions& options) {
            return run_cache(options, {vouch::cache_statistics, vouch::verify_cache, vouch::clear_cache});
          },
          [](const Answer& text) { return answer(text); },
      },
      parse_command_line(arguments, {version, vouch::presets()}));
}

} // namespace

int main(int count, char** words) {
  std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files costs the cache, not the run
  try {
    return run({words + 1, words + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vouch: %s\n", error.what());
    return 2;
  }
}
