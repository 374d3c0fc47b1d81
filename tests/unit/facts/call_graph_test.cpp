#include "analysis/cfa/cfa.hpp"
#include "analysis/facts/call_graph.hpp"

#include <gtest/gtest.h>
#include <unordered_set>

namespace vouch::facts {
namespace {

TEST(CallGraph, FindsDirectAndMutualRecursion) {
  cfa::CfaBuilder builder{cfa::DataModel{64}};
  auto function = [&](const char* name) { return builder.add_function(name, {}); };
  cfa::FunctionId main = function("main");
  cfa::FunctionId even = function("even");
  cfa::FunctionId odd = function("odd");
  cfa::FunctionId self = function("self");
  cfa::FunctionId leaf = function("leaf");
  auto call = [&](cfa::FunctionId from, cfa::FunctionId to) {
    builder.add_call(builder.function(from).entry, builder.function(from).exit, cfa::Call{to, {}}, {}, {});
  };
  call(main, even);
  call(even, odd);
  call(odd, even);
  call(main, self);
  call(self, self);
  call(self, leaf);
  cfa::Cfa cfa = builder.build();
  EXPECT_EQ(CallGraph(cfa).recursive_functions(), (std::unordered_set<cfa::FunctionId>{even, odd, self}));
}

} // namespace
} // namespace vouch::facts
