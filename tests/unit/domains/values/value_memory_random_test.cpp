#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/facts/live_variables.hpp"
#include "tests/support/random_memory_program.hpp"

#include <gtest/gtest.h>
#include <map>

namespace vouch::domains {
namespace {

using test::RandomMemoryProgram;

/// What is known of registers on the way along the only path.
std::map<cfa::VariableId, ExplicitValue> known_on_the_way(const cfa::Cfa& cfa) {
  const facts::MemoryRegions regions(cfa);
  const facts::LiveVariables live(cfa);
  const ValueAnalysis analysis(cfa, regions, live);
  cfa::LocationId location = cfa.function(cfa::FunctionId(0)).entry;
  ValueState state = analysis.initial_state(location);
  std::map<cfa::VariableId, ExplicitValue> result;
  while (!cfa.outgoing(location).empty()) {
    const cfa::EdgeId id = *cfa.outgoing(location).begin();
    const std::vector<ValueState> next = analysis.post(state, analysis.initial_precision(), {id, cfa.edge(id)});
    if (next.size() != 1) {
      ADD_FAILURE() << next.size() << " states where one run goes on";
      return {};
    }
    state = next.front();
    location = cfa.edge(id).target;
    state.registers.for_each([&](std::uint64_t variable, const ExplicitValue& value) {
      result.insert_or_assign(cfa::VariableId(variable), value);
    });
  }
  return result;
}

TEST(ValueMemory, SaysOfBytesWhatASimulationSays) {
  int known = 0;
  int asked = 0;
  for (std::uint64_t seed = 0; seed < 5000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomMemoryProgram program(seed, RandomMemoryProgram::Index::IsConstant);
    const std::map<cfa::VariableId, ExplicitValue> values = known_on_the_way(program.cfa());
    for (const auto& [variable, value] : program.loaded()) {
      ++asked;
      if (const auto found = values.find(variable); found != values.end()) {
        ++known;
        EXPECT_EQ(found->second, ExplicitValue(value));
      }
    }
  }
  EXPECT_GT(known, asked / 2); // the test would say little otherwise
}

} // namespace
} // namespace vouch::domains
