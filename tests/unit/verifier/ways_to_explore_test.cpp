#include "tests/unit/verifier/body_of_main.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace vouch {
namespace {

using testing::Contains;
using testing::HasSubstr;

FileReport report_with(const std::string& body, const Options& options) {
  return report_of_main(body, options, std::chrono::seconds(2));
}

const std::string loop_with_flag = "int flag = nd() ? 1 : 2, n = nd(), i = 0; while (i < n) i++;\n"
                                   "assert(flag == 1 || flag == 2); if (n >= 0) assert(i == n);";

/// Loops, a call, and a branch that matters; safe, and violated in one place.
const std::string safe_code = "int k = nd(), x = 0, y = 0; if (k) x = 1; else y = 1;\n"
                              "for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) if (x) y++; assert(x + y > 0);";
const std::string violated_code =
    "int k = nd(), x = 0; if (k == 5) x = 1; for (int i = 0; i < 2; i++) k++; assert(!x);";

/// Whatever is merged, covered and explored first: no setting proves what is false, or refutes what is true.
TEST(ExplorationSettings, ChangeNoTruth) {
  using enum TraversalOrder;
  const std::vector<TraversalOrder> orders = {ReversePostOrder, WeakTopological, DepthFirst, BreadthFirst, Random};
  std::size_t next = 0; // each order comes with each merge
  for (const std::string analysis :
       {"value", "predicate", "value-and-predicate", "value-refined", "value-refined-and-predicate", "value-threshold",
        "interval", "constants", "predicated-pointers"}) {
    for (const ProductMerge merge :
         {ProductMerge::AsPreset, ProductMerge::Agree, ProductMerge::PerLocation, ProductMerge::All}) {
      const TraversalOrder order = orders[next++ % orders.size()];
      Options options = assertions_by(analysis);
      options.product_merge = merge;
      options.traversal_order = order;
      options.seed = 11;
      options.product_stop = order == DepthFirst || order == Random ? ProductStop::Union : ProductStop::AsPreset;
      options.value_merge = order == BreadthFirst || order == Random ? ValueMerge::Join : ValueMerge::Separate;
      EXPECT_NE(report_with(safe_code, options).verdict, Verdict::Violated) << analysis;
      EXPECT_NE(report_with(violated_code, options).verdict, Verdict::Safe) << analysis;
    }
  }
}

/// The presets' own settings decide both, whatever the order.
TEST(ExplorationSettings, AnyOrderDecides) {
  using enum TraversalOrder;
  for (const TraversalOrder order : {ReversePostOrder, WeakTopological, DepthFirst, BreadthFirst, Random}) {
    Options options = assertions_by("value-and-predicate");
    options.traversal_order = order;
    EXPECT_EQ(report_with(safe_code, options).verdict, Verdict::Safe);
    EXPECT_EQ(report_with(violated_code, options).verdict, Verdict::Violated);
  }
}

/// Whoever follows one way to its end comes to each place again for every other one that leads there.
TEST(ExplorationSettings, ATopologicalOrderTakesFewerStatesThanDepthFirst) {
  const std::string branches = "int s = 0; if (nd()) s = 1; else s = 2; if (nd()) s = s + 3; else s = s + 4;\n"
                               "if (nd()) s = s + 5; else s = s + 6; assert(s < 50);";
  const std::string loops =
      "int s = 0; for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) { if (nd()) s = 1; } assert(s < 2);";
  for (const std::string& code : {branches, loops}) {
    const auto states_in = [&](TraversalOrder order) {
      Options options = assertions_by("constants");
      options.traversal_order = order;
      return report_with(code, options).statistics.abstract_states;
    };
    EXPECT_LT(states_in(TraversalOrder::WeakTopological), states_in(TraversalOrder::DepthFirst)) << code;
  }
}

/// Of two ways one never ends, and beside the other stands an assertion that fails: whoever follows one way to its end may not come to the other.
TEST(ExplorationSettings, BreadthFirstFindsWhatIsNear) {
  const auto is_found = [](const std::string& code, TraversalOrder order) {
    Options options = assertions_by("value");
    options.traversal_order = order;
    return report_of_main(code, options, std::chrono::seconds(1)).verdict == Verdict::Violated;
  };
  const std::string endless = "{ unsigned i = 0; while (1) { i++; if (i == 4000000000u) assert(k != 8); } }";
  const std::string near = "{ k = nd(); if (k > 3) { k = nd(); if (k == 5) assert(0); } }";
  const std::string behind = "int k = nd(); if (k == 7) " + endless + " else " + near;
  const std::string before = "int k = nd(); if (k == 7) " + near + " else " + endless;
  for (const std::string& code : {behind, before}) {
    EXPECT_TRUE(is_found(code, TraversalOrder::BreadthFirst)) << code;
  }
  EXPECT_FALSE(is_found(behind, TraversalOrder::DepthFirst) && is_found(before, TraversalOrder::DepthFirst));
}

/// Each loop needs a predicate about itself, and gets no other one.
TEST(ExplorationSettings, PredicatesAreTrackedWhereTheyMatter) {
  const auto report_of = [](int loops, PrecisionScope scope) {
    std::string code;
    for (int i = 0; i < loops; ++i) {
      const std::string k = std::to_string(i);
      code += "int n" + k + " = nd(), i" + k + " = 0; if (n" + k + " < 0) return 0; while (i" + k + " < n" + k + ") i" +
              k + "++; assert(i" + k + " <= n" + k + ");\n";
    }
    Options options = assertions_by("predicate");
    options.precision_scope = scope;
    options.exported_precision = ExportedPrecision::Found;
    FileReport report = report_of_main(code, options, std::chrono::seconds(60));
    EXPECT_EQ(report.verdict, Verdict::Safe);
    return report;
  };
  const FileReport ten = report_of(10, PrecisionScope::Location);
  EXPECT_EQ(ten.precision.predicates.size(), 10U);
  for (const PredicatesAt& here : ten.precision.predicates) {
    EXPECT_EQ(here.formulas.size(), 1U) << here.place;
  }
  const FileReport everywhere = report_of(5, PrecisionScope::Global);
  ASSERT_EQ(everywhere.precision.predicates.size(), 1U);
  EXPECT_EQ(everywhere.precision.predicates.front().formulas.size(), 5U);
}

/// What the predicates' part of the states says, everywhere.
std::string said_by_predicates(const std::string& body, Options options) {
  options.graphs = ExportedGraphs::LastExploration;
  const FileReport report = report_with(body, options);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  std::string result;
  for (const EntryGraphs& entry : report.graphs) {
    for (const ReachabilityGraph& graph : entry.graphs) {
      for (const GraphNode& node : graph.nodes) {
        for (const GraphStatePart& part : node.state) {
          result += part.domain == "predicates" ? part.text + "\n" : "";
        }
      }
    }
  }
  return result;
}

/// ASE 2008, section 4.4.5, compare: what a value says, predicates need not say again.
TEST(ExplorationSettings, PredicatesLeaveOutWhatValuesSay) {
  const std::string code = "int x = 1; while (nd()) ; assert(x > 0);";
  Options options = assertions_by("value-and-predicate");
  options.precision.predicates = {{"every place of main", FormulaTheory::Integers, {"(> |variable main::x| 0)"}}};
  EXPECT_THAT(said_by_predicates(code, options), testing::Not(HasSubstr("x")));
  options.analysis = "value-threshold";
  options.value_threshold = 8;
  EXPECT_THAT(said_by_predicates(code, options), HasSubstr("x"));
}

/// The same paper, InferPred: what has too many values is compared as the program compares it, and as a file says.
TEST(ExplorationSettings, WhatIsGivenUpIsComparedAsInTheProgramAndInTheFile) {
  const std::string code = "int n = nd(), i = 0; if (n < 0) n = 0; while (i < n) i++; assert(i == n);";
  Options options = assertions_by("value-threshold");
  options.value_threshold = 2;
  const std::string of_program = said_by_predicates(code, options);
  EXPECT_THAT(of_program, HasSubstr("main::i <= main::n"));
  EXPECT_THAT(of_program, testing::Not(HasSubstr("77")));
  options.precision.predicates = {{"every place of main", FormulaTheory::Integers, {"(>= |variable main::i| (- 77))"}}};
  EXPECT_THAT(said_by_predicates(code, options), HasSubstr("77"));
}

/// Joined values are few states and know less; those that a merge leaves apart know on which branch they came.
TEST(ExplorationSettings, JoinedValuesForgetOnWhichBranchTheyCame) {
  Options options = assertions_by("value");
  const FileReport apart = report_with(safe_code, options);
  options.value_merge = ValueMerge::Join;
  const FileReport joined = report_with(safe_code, options);
  EXPECT_EQ(apart.verdict, Verdict::Safe);
  EXPECT_EQ(joined.verdict, Verdict::Unknown);
  EXPECT_LT(joined.statistics.abstract_states, apart.statistics.abstract_states);
  options = assertions_by("value");
  options.product_merge = ProductMerge::All;
  EXPECT_EQ(report_with(safe_code, options).verdict, Verdict::Unknown);
  options = assertions_by("constants");
  options.product_merge = ProductMerge::Agree;
  EXPECT_EQ(report_with(safe_code, options).verdict, Verdict::Safe);
}

/// One variable may have as many values as it has, in each state; along a path, or in all states, it has more.
TEST(ExplorationSettings, ValuesAreCountedAtLocationsAlongPathsOrInAllStates) {
  const std::string steps = "int x = 1, y = nd(); if (y > x) y = 0; x = x + 1; if (y > x) y = 0; x = x + 1;\n"
                            "if (y > x) y = 0; x = x + 1; if (y > x) y = 0; assert(x == 4);";
  const std::string branches =
      "int x; int k = nd(); if (k == 1) x = 1; else if (k == 2) x = 2; else if (k == 3) x = 3;\n"
      "else x = 4; assert(x > 0);";
  const auto queries_of = [](const std::string& code, ValueCounting counting) {
    Options options = assertions_by("value-threshold");
    options.value_threshold = 3;
    options.value_counting = counting;
    const FileReport report = report_with(code, options);
    EXPECT_EQ(report.verdict, Verdict::Safe);
    return report.statistics.solver_queries;
  };
  EXPECT_LT(queries_of(steps, ValueCounting::Location), queries_of(steps, ValueCounting::Path));
  EXPECT_LT(queries_of(steps, ValueCounting::Location), queries_of(steps, ValueCounting::Run));
  EXPECT_LT(queries_of(branches, ValueCounting::Path), queries_of(branches, ValueCounting::Run));
}

/// Beyer, Henzinger, Theoduloz: CAV 2007, section 3.4. Pointers that no predicate is about are joined, those that one is about
/// stay apart.
TEST(PredicatedPointers, AreJoinedWherePredicatesAgree) {
  const auto report_of = [](int others, const std::string& analysis) {
    std::string code = "int a = 0, b = 0, f = nd(), *p";
    std::string used;
    for (int i = 0; i < others; ++i) {
      const std::string pointer = "q" + std::to_string(i);
      code += ", *" + pointer;
      used += "if (nd()) " + pointer + " = &a; else " + pointer + " = &b;\n";
    }
    std::string sum = "0";
    for (int i = 0; i < others; ++i) {
      sum += " + *q" + std::to_string(i);
    }
    return report_with(code + ";\n" + used + "if (f) p = &a; else p = 0; if (f) assert(p != 0); return " + sum + ";",
                       assertions_by(analysis));
  };
  const FileReport few = report_of(4, "predicated-pointers");
  const FileReport many = report_of(8, "predicated-pointers");
  EXPECT_EQ(few.verdict, Verdict::Safe);
  EXPECT_EQ(many.verdict, Verdict::Safe);
  EXPECT_LT(many.statistics.abstract_states, 3 * few.statistics.abstract_states);
  EXPECT_GT(report_of(8, "value").statistics.abstract_states, 8 * report_of(4, "value").statistics.abstract_states)
      << "all of them apart";
  EXPECT_EQ(report_with("int a = 0, *p = nd() ? &a : 0; if (nd()) assert(p != 0); return p ? *p : 0;",
                        assertions_by("predicated-pointers"))
                .verdict,
            Verdict::Violated);
}

/// What was found once is not found again.
TEST(TrackedPrecision, IsWhatTheNextRunBeginsWith) {
  for (const std::string analysis : {"predicate", "value-refined-and-predicate"}) {
    for (const PrecisionScope scope : {PrecisionScope::Location, PrecisionScope::Function, PrecisionScope::Global}) {
      Options options = assertions_by(analysis);
      options.precision_scope = scope;
      options.exported_precision = ExportedPrecision::Found;
      const FileReport first = report_with(loop_with_flag, options);
      EXPECT_EQ(first.verdict, Verdict::Safe);
      EXPECT_GT(first.statistics.refinements, 0U);
      EXPECT_FALSE(first.precision.predicates.empty());
      options.precision = first.precision;
      const FileReport second = report_with(loop_with_flag, options);
      EXPECT_EQ(second.verdict, Verdict::Safe);
      EXPECT_EQ(second.statistics.refinements, 0U) << analysis;
      EXPECT_EQ(second.precision, first.precision);
      EXPECT_TRUE(std::ranges::none_of(
          second.messages, [](const Message& message) { return message.severity == MessageSeverity::Warning; }));
    }
  }
}

TEST(TrackedPrecision, NamesTheValuesThatMatter) {
  Options options = assertions_by("value-refined-and-predicate");
  options.exported_precision = ExportedPrecision::Found;
  EXPECT_THAT(report_with(loop_with_flag, options).precision.values, Contains("main::flag"));
}

/// Also where time was over before something was decided: whoever looks for the reason wants to know.
TEST(TrackedPrecision, IsToldOfWhatCameToNoEnd) {
  Options options = assertions_by("value-refined");
  options.exported_precision = ExportedPrecision::Found;
  const FileReport report =
      report_of_main("int n = nd(), i = 0, f = 1; while (i != n) { i++; if (f != 1) assert(0); }\n"
                     "for (int j = 0; j < 9999999; j++) if (j == 9999998) assert(n != i);",
                     options, std::chrono::seconds(1));
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_THAT(report.precision.values, Contains("main::j"));
}

/// A wrong one costs time and changes no verdict; what means nothing is said.
TEST(TrackedPrecision, IsNotBelieved) {
  Options options = assertions_by("value-refined-and-predicate");
  options.precision.values = {"main::i", "main::nothing"};
  options.precision.predicates = {{"loop 1 of main", FormulaTheory::Integers, {"(<= |variable main::i| 0)", "false"}},
                                  {"every place of main", FormulaTheory::Integers, {"(= |variable main::u| 0)", "(("}},
                                  {"loop 4 of main", FormulaTheory::Bitvectors, {}}};
  EXPECT_EQ(report_with("int n = nd(), i = 0; while (i < n) i++; assert(i <= 0);", options).verdict, Verdict::Violated);
  const FileReport report = report_with("int i = 0; while (nd()) i = 1 - i; assert(i < 2);", options);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  std::vector<std::string> warnings;
  for (const Message& message : report.messages) {
    if (message.severity == MessageSeverity::Warning) {
      warnings.push_back(message.text);
    }
  }
  for (const char* unknown : {"main::nothing", "main::u", "((", "loop 4 of main"}) {
    EXPECT_THAT(warnings, Contains(HasSubstr(unknown)));
  }
  EXPECT_EQ(warnings.size(), 4U);
}

/// A variable of which no value is tracked is left to predicates, another one is not.
TEST(TrackedPrecision, MayHaveAThresholdForOneVariable) {
  Options options = assertions_by("value-threshold");
  const std::string code = "int x = 3, y = 4; assert(x + y == 7);";
  const FileReport before = report_with(code, options);
  EXPECT_EQ(before.verdict, Verdict::Safe);
  options.precision.thresholds = {{"main::x", 0}};
  const FileReport report = report_with(code, options);
  EXPECT_EQ(report.verdict, Verdict::Safe);
  EXPECT_GT(report.statistics.solver_queries, before.statistics.solver_queries);
}

} // namespace
} // namespace vouch
