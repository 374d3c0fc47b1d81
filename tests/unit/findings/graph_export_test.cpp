#include "analysis/findings/graph_export.hpp"
#include "tests/unit/proofs/proved_program.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace vouch::findings {
namespace {

/// Shows its error only when the result of the inner call has been seen twice.
const char* const recursion =
    "int f(int x) { if (x <= 0) return 0; int inner = f(x - 1); return inner + 1; }"
    "int main(void) { int a = __VERIFIER_nondet_int(); if (a > 100) return 0; if (f(a) < 0) reach_error(); return 0; }";

std::vector<const GraphNode*> users(const ReachabilityGraph& graph) {
  std::vector<const GraphNode*> result;
  for (const GraphNode& node : graph.nodes) {
    if (node.used_graph) {
      result.push_back(&node);
    }
  }
  return result;
}

bool has_node(const ReachabilityGraph& graph, std::size_t id) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [id](const GraphNode& node) { return node.id == id; });
}

class GraphExport : public testing::Test {
protected:
  proofs::ProvedProgram program_{recursion, BlockHeuristic::RecursiveFunctions};
  EntryGraphs graphs_ = exported(program_.memoization(), "main", "predicates");
};

TEST_F(GraphExport, TheProgramUsesTheGraphOfTheFunction) {
  ASSERT_TRUE(program_.is_proved());
  ASSERT_GE(graphs_.graphs.size(), 2U);
  EXPECT_EQ(graphs_.graphs.front().name, "program");
  const std::vector<const GraphNode*> program_users = users(graphs_.graphs.front());
  ASSERT_FALSE(program_users.empty());
  EXPECT_EQ(graphs_.graphs.at(*program_users.front()->used_graph).name, "function f");
  EXPECT_EQ(program_users.front()->function, "f");
  EXPECT_EQ(program_users.front()->file, "/snippet/main.c");
  EXPECT_EQ(program_users.front()->line, 1U);
  EXPECT_EQ(graphs_.nodes_left_out, 0U);
}

TEST_F(GraphExport, RecursionIsAGraphThatUsesItself) {
  bool uses_itself = false;
  for (std::size_t i = 1; i < graphs_.graphs.size(); ++i) {
    for (const GraphNode* user : users(graphs_.graphs[i])) {
      uses_itself = uses_itself || user->used_graph == i;
    }
  }
  EXPECT_TRUE(uses_itself);
}

TEST_F(GraphExport, WhatFollowsABlockWasMadeOfItsExits) {
  std::size_t links = 0;
  for (const ReachabilityGraph& graph : graphs_.graphs) {
    for (const GraphNode* user : users(graph)) {
      const ReachabilityGraph& used = graphs_.graphs.at(*user->used_graph);
      for (const GraphEdge& edge : graph.edges) {
        if (edge.from != user->id) {
          continue;
        }
        EXPECT_EQ(edge.text, "");
        EXPECT_FALSE(edge.used_exits.empty());
        for (std::size_t exit : edge.used_exits) {
          EXPECT_TRUE(has_node(used, exit));
          ++links;
        }
      }
    }
  }
  EXPECT_GE(links, 2U);
}

TEST_F(GraphExport, EdgesLeadBetweenNodesAndSayWhatHappens) {
  for (const ReachabilityGraph& graph : graphs_.graphs) {
    EXPECT_TRUE(has_node(graph, graph.root));
    for (const GraphEdge& edge : graph.edges) {
      EXPECT_TRUE(has_node(graph, edge.from) && has_node(graph, edge.to));
    }
    for (const GraphNode& node : graph.nodes) {
      for (std::size_t coverer : node.covered_by) {
        EXPECT_TRUE(has_node(graph, coverer));
      }
      EXPECT_FALSE(node.is_waiting);
    }
  }
  const std::vector<GraphEdge>& edges = graphs_.graphs.front().edges;
  EXPECT_TRUE(std::any_of(edges.begin(), edges.end(), [](const GraphEdge& edge) { return edge.text == "!(a > 100)"; }));
}

TEST_F(GraphExport, StatesSayWhatTheyKnow) {
  bool has_result = false;
  for (const GraphNode& node : graphs_.graphs.at(1).nodes) {
    ASSERT_GE(node.state.size(), 2U);
    EXPECT_EQ(node.state[0].domain, "call stack");
    EXPECT_EQ(node.state[1].domain, "predicates");
    has_result = has_result || node.state[1].text.find("f::<result of f>") != std::string::npos;
  }
  EXPECT_TRUE(has_result);
}

TEST_F(GraphExport, LargeGraphsAreCut) {
  std::size_t all = 0;
  for (const ReachabilityGraph& graph : graphs_.graphs) {
    all += graph.nodes.size();
  }
  const std::size_t first = graphs_.graphs.front().nodes.size();
  const EntryGraphs cut = exported(program_.memoization(), "main", "predicates", first + 1);
  ASSERT_EQ(cut.graphs.size(), graphs_.graphs.size());
  EXPECT_EQ(cut.graphs[0], graphs_.graphs[0]);
  EXPECT_EQ(cut.graphs[1].nodes.size(), 1U);
  EXPECT_TRUE(cut.graphs[1].edges.empty());
  EXPECT_EQ(cut.nodes_left_out, all - first - 1);
}

} // namespace
} // namespace vouch::findings
