#include "analysis/domains/predicates/predicate_abstraction.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>

/// Predicate abstraction of one block, the body of a loop with two branches, by 5, 10 and 20 predicates. Each
/// iteration is one abstraction by an abstractor that has not seen it before.
namespace vouch::bench {
namespace {

constexpr const char* loop = R"(
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0, z = 0, count = 0;
  while (count < 1000) {
    if (__VERIFIER_nondet_int()) {
      x = x + 1;
      y = y + 2;
    } else {
      z = z + x;
    }
    if (y > 100)
      y = 100;
    count++;
  }
  return 0;
}
)";

cfa::LocationId loop_head(const cfa::Cfa& cfa) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (cfa.location(cfa::LocationId(index)).is_loop_head) {
      return cfa::LocationId(index);
    }
  }
  throw std::runtime_error("no loop");
}

/// All paths from the loop head once around the loop.
domains::PathFormulaId loop_body(const cfa::Cfa& cfa, domains::PathFormulas& formulas) {
  auto head = loop_head(cfa);
  auto order = [&](cfa::LocationId id) { return cfa.location(id).reverse_post_order; };
  std::map<std::size_t, std::pair<cfa::LocationId, domains::PathFormulaId>> waiting; // by order: merge, then go on
  waiting.emplace(order(head), std::pair(head, formulas.start()));
  std::optional<domains::PathFormulaId> body;
  while (!waiting.empty()) {
    auto [location, path] = waiting.begin()->second;
    waiting.erase(waiting.begin());
    for (auto edge : cfa.outgoing(location)) {
      auto target = cfa.edge(edge).target;
      auto extended = formulas.extend(path, edge);
      if (target == head) {
        body = body ? formulas.merge(*body, extended) : extended;
        continue;
      }
      auto [entry, is_new] = waiting.try_emplace(order(target), target, extended);
      if (!is_new) {
        entry->second.second = formulas.merge(entry->second.second, extended);
      }
    }
  }
  return body.value();
}

/// Bounds and differences of the program's variables.
std::vector<smt::Term> predicates(smt::TermManager& terms, smt::Encoder& encoder, const cfa::Cfa& cfa,
                                  std::size_t count) {
  std::vector<smt::Term> variables;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const auto& variable = cfa.variable(cfa::VariableId(index));
    if (variable.kind == cfa::VariableKind::Local && variable.storage == cfa::Storage::Register) {
      variables.push_back(encoder.symbol(encoder.symbol_of(cfa::VariableId(index))));
    }
  }
  std::vector<smt::Term> result;
  for (int bound = 0; result.size() < count; ++bound) {
    for (std::size_t index = 0; index < variables.size() && result.size() < count; ++index) {
      const auto& variable = variables[index];
      const auto& next = variables[(index + 1) % variables.size()];
      result.push_back(bound % 2 == 0 ? terms.less_equal(terms.integer(bound), variable)
                                      : terms.less_equal(terms.add(variable, terms.integer(bound)), next));
    }
  }
  return result;
}

void abstract_block(benchmark::State& state, PredicateAbstraction kind) {
  auto cfa = frontend::cfa_of(loop);
  facts::MemoryRegions regions(cfa);
  smt::TermManager terms;
  smt::Encoder encoder(terms, cfa, regions, smt::Theory::Integers);
  domains::PathFormulas formulas;
  domains::PathFormulaEncoder paths(formulas, terms, encoder);
  auto body = loop_body(cfa, formulas);
  auto chosen = predicates(terms, encoder, cfa, static_cast<std::size_t>(state.range(0)));
  const domains::Abstraction entry{
      terms.logical_and(std::span(chosen).first(2)), {}, domains::PathFormulas::start(), nullptr, {}};
  RunContext context;
  for (auto _ : state) {
    domains::PredicateAbstractor abstractor(terms, encoder, paths, context, kind);
    auto formula = abstractor.abstract(entry, body, chosen);
    if (!formula) {
      state.SkipWithError("the block is infeasible");
      break;
    }
  }
  state.counters["abstractions"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(abstract_block, cartesian, PredicateAbstraction::Cartesian)
    ->Arg(5)
    ->Arg(10)
    ->Arg(20)
    ->ArgName("predicates")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(abstract_block, boolean, PredicateAbstraction::Boolean)
    ->Arg(5)
    ->Arg(10)
    ->Arg(20)
    ->ArgName("predicates")
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace vouch::bench
