#include "analysis/frontend/frontend.hpp"
#include "tests/bench/generated_programs.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>

/// How long it takes from text to CFA, Clang included, on a thread with a large stack: hence real time. `lines` is the
/// rate; `edges` the size of the result.
namespace vouch::bench {
namespace {

void translate(benchmark::State& state) {
  SourceInput input;
  input.path = "/project/main.c";
  auto text = program_of(static_cast<std::size_t>(state.range(0)));
  input.unsaved[input.path] = text;
  double parse_seconds = 0;
  std::size_t edges = 0;
  for (auto _ : state) {
    RunContext context;
    auto translation = frontend::translate(input, Options(), context);
    if (!translation.cfa) {
      state.SkipWithError("the generated program does not compile");
      break;
    }
    parse_seconds += translation.parse_seconds;
    edges = translation.cfa->edge_count();
  }
  auto lines = static_cast<double>(std::ranges::count(text, '\n'));
  state.counters["edges"] = static_cast<double>(edges);
  state.counters["parse_ms"] = benchmark::Counter(parse_seconds * 1000, benchmark::Counter::kAvgIterations);
  state.counters["lines"] = benchmark::Counter(lines, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(translate)->Arg(100)->Arg(1000)->Arg(5000)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace vouch::bench
