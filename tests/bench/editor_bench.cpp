#include "tests/bench/generated_programs.hpp"
#include "tests/support/server_process.hpp"

#include <benchmark/benchmark.h>

/// From `didOpen` of a hundred lines to the diagnostic, through the real server in a process of its own.
namespace vouch::bench {
namespace {

void open_to_diagnostic(benchmark::State& state) {
  test::ServerProcess server({VOUCH_BINARY, "lsp", "--cache", "off"});
  auto& client = server.client();
  client.initialize();
  auto text = program_with_a_bug();
  const std::string uri = "file:///project/main.c";
  int version = 0;
  for (auto _ : state) {
    client.open(uri, text, ++version);
    if (client.diagnostics(uri, version).size() != 1) {
      state.SkipWithError("not the one diagnostic");
      break;
    }
    state.PauseTiming();
    client.close(uri);
    client.diagnostics(uri, std::nullopt);
    state.ResumeTiming();
  }
}
BENCHMARK(open_to_diagnostic)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace vouch::bench
