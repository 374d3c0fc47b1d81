#include "analysis/smt/interpolation/interpolation.hpp"
#include "tests/unit/smt/interpolation/path_families.hpp"

#include <benchmark/benchmark.h>

/// Interpolants for infeasible paths of 10, 50 and 200 cuts, by the whole portfolio, every answer validated. The
/// families differ in what has to be found: a bound, a linear equality, disjunctive steps, arrays, bits. A loop visits
/// the same location in every step; a straight path never does, and so has no loop that could be found again.
namespace vouch::bench {
namespace {

enum class Shape { Loop, Straight };

void interpolate(benchmark::State& state, const char* family, Shape shape) {
  auto cuts = static_cast<int>(state.range(0));
  std::string engine;
  for (auto _ : state) {
    smt::TermManager terms;
    RunContext context;
    auto problem = smt::path_problem(terms, smt::path_family(terms, family, cuts - 1), cuts - 1);
    for (std::size_t step = 0; shape == Shape::Straight && step < problem.steps.size(); ++step) {
      problem.steps[step].location = step;
    }
    auto result = smt::make_interpolator(terms, context)->interpolate(problem, std::chrono::seconds(20));
    const auto* interpolants = std::get_if<smt::Interpolants>(&result);
    if (interpolants == nullptr) {
      state.SkipWithError("no interpolants");
      break;
    }
    engine = interpolants->engine;
  }
  state.SetLabel(engine);
}

void cuts(benchmark::internal::Benchmark* benchmark) {
  benchmark->Arg(10)->Arg(50)->Arg(200)->ArgName("cuts")->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(interpolate, bound, "bound", Shape::Loop)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, linear_equality, "count", Shape::Loop)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, disjunctive_steps, "branch", Shape::Loop)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, array, "arr", Shape::Loop)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, heap, "heap", Shape::Loop)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, bits, "bvbound", Shape::Loop)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, straight_bound, "bound", Shape::Straight)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, straight_linear_equality, "count", Shape::Straight)->Apply(cuts);
BENCHMARK_CAPTURE(interpolate, straight_disjunctive_steps, "branch", Shape::Straight)->Apply(cuts);

} // namespace
} // namespace vouch::bench
