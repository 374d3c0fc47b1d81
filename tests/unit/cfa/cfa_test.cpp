#include "analysis/cfa/cfa.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

/// `main` with a loop:  entry -> head -> body -> head, head -> exit.
struct LoopProgram {
  CfaBuilder builder{DataModel{64}};
  FunctionId main = builder.add_function("main", {});
  LocationId entry = builder.function(main).entry;
  LocationId exit = builder.function(main).exit;
  LocationId head = builder.add_location(main, {});
  LocationId body = builder.add_location(main, {});

  Cfa build() {
    builder.add_edge(entry, head, Skip{}, {});
    builder.add_edge(head, body, Skip{}, {});
    builder.add_edge(body, head, Skip{}, {});
    builder.add_edge(head, exit, Skip{}, {});
    return builder.build();
  }
};

TEST(Cfa, OnlyTheTargetOfABackEdgeIsALoopHead) {
  LoopProgram program;
  Cfa cfa = program.build();
  EXPECT_TRUE(cfa.location(program.head).is_loop_head);
  EXPECT_FALSE(cfa.location(program.entry).is_loop_head);
  EXPECT_FALSE(cfa.location(program.body).is_loop_head);
}

TEST(Cfa, ReversePostOrderGrowsAlongEveryEdgeThatClosesNoLoop) {
  LoopProgram program;
  Cfa cfa = program.build();
  auto order = [&](LocationId id) { return cfa.location(id).reverse_post_order; };
  EXPECT_LT(order(program.entry), order(program.head));
  EXPECT_LT(order(program.head), order(program.body));
  EXPECT_LT(order(program.head), order(program.exit));
}

TEST(Cfa, EdgesThatEnterALoopMeetBeforeItsHeadAndSoDoThoseThatCloseIt) {
  LoopProgram program;
  program.builder.add_edge(program.entry, program.head, Skip{}, {});
  program.builder.add_edge(program.body, program.head, Skip{}, {});
  program.builder.add_edge(program.body, program.head, Skip{}, {});
  Cfa cfa = program.build();
  EXPECT_TRUE(cfa.location(program.head).is_loop_head);
  ASSERT_EQ(cfa.incoming(program.head).size(), 2U);
  std::vector<std::size_t> edges_that_meet;
  for (EdgeId id : cfa.incoming(program.head)) {
    LocationId join = cfa.edge(id).source;
    EXPECT_FALSE(cfa.location(join).is_loop_head);
    edges_that_meet.push_back(cfa.incoming(join).size());
  }
  std::sort(edges_that_meet.begin(), edges_that_meet.end());
  EXPECT_EQ(edges_that_meet, (std::vector<std::size_t>{2, 3}));
}

TEST(Cfa, ACallIsFollowedByItsReturn) {
  CfaBuilder builder{DataModel{64}};
  FunctionId main = builder.add_function("main", {});
  FunctionId callee = builder.add_function("f", {});
  LocationId after = builder.add_location(main, {});
  builder.add_call(builder.function(main).entry, after, Call{callee, {}}, {}, {});
  builder.add_edge(after, builder.function(main).exit, Skip{}, {});
  builder.add_edge(builder.function(callee).entry, builder.function(callee).exit, Skip{}, {});
  Cfa cfa = builder.build();

  EdgeId call = cfa.outgoing(cfa.function(main).entry).front();
  const Edge& back = cfa.edge(cfa.return_of(call));
  EXPECT_EQ(cfa.edge(call).target, cfa.function(callee).entry);
  EXPECT_EQ(std::get<Return>(back.operation).call, call);
  EXPECT_EQ(back.target, after);
  EXPECT_LT(cfa.location(cfa.function(main).entry).reverse_post_order, cfa.location(after).reverse_post_order);
}

} // namespace
} // namespace vouch::cfa
