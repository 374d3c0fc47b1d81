#include "analysis/reuse/block_fingerprints.hpp"
#include "tests/support/edit_scenarios.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <memory>

namespace vouch::reuse {
namespace {

using namespace vouch::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

/// A program with its fingerprints.
class Fingerprinted {
public:
  explicit Fingerprinted(const std::string& code, Options options = {})
      : cfa_(std::make_unique<cfa::Cfa>(frontend::cfa_of(code, std::move(options)))), regions_(*cfa_),
        partition_(*cfa_, BlockHeuristic::FunctionsAndLoops), effects_(*cfa_, regions_, partition_), names_(*cfa_),
        table_(*cfa_, names_, regions_, partition_, effects_) {}

  /// Of those that can be called.
  std::map<std::string, BlockFingerprints> functions() const {
    std::map<std::string, BlockFingerprints> result;
    for (std::size_t index = 0; index < cfa_->function_count(); ++index) {
      const cfa::FunctionId id(index);
      const bool is_called = !cfa_->outgoing(cfa_->function(id).entry).empty();
      if (is_called && !cfa_->function(id).is_synthetic) {
        result[table_.names().of(id)] = table_.of(id);
      }
    }
    return result;
  }
  BlockFingerprints of(const std::string& function) const { return functions().at(function); }
  /// Of the loops in the order of the Cfa.
  std::vector<BlockFingerprints> loops() const {
    std::vector<BlockFingerprints> result;
    for (std::size_t index = 0; index < partition_.size(); ++index) {
      if (partition_.block(facts::BlockId(index)).kind == facts::BlockKind::Loop) {
        result.push_back(table_.of(facts::BlockId(index)));
      }
    }
    return result;
  }
  std::string text_of(const std::string& function) const {
    return table_.code_of(frontend::function_named(*cfa_, function)).text;
  }
  const FingerprintTable& table() const { return table_; }
  const cfa::Cfa& cfa() const { return *cfa_; }
  const facts::BlockPartition& partition() const { return partition_; }

private:
  std::unique_ptr<cfa::Cfa> cfa_;
  facts::MemoryRegions regions_;
  facts::BlockPartition partition_;
  facts::SideEffectTable effects_;
  StableNames names_;
  FingerprintTable table_;
};

/// The functions of both programs that an edit changes, by part. New functions and those that are gone do not count.
struct Changes {
  std::vector<std::string> own;
  std::vector<std::string> environment;
  std::vector<std::string> deep;
};

Changes changes(const std::string& before, const std::string& after, const Options& options = {}) {
  const auto old_prints = Fingerprinted(before, options).functions();
  const auto new_prints = Fingerprinted(after, options).functions();
  Changes result;
  for (const auto& [name, prints] : old_prints) {
    if (auto other = new_prints.find(name); other != new_prints.end()) {
      auto note = [&](const Fingerprint& a, const Fingerprint& b, std::vector<std::string>& list) {
        if (a != b) {
          list.push_back(name);
        }
      };
      note(prints.own, other->second.own, result.own);
      note(prints.environment, other->second.environment, result.environment);
      note(prints.deep, other->second.deep, result.deep);
    }
  }
  return result;
}

Changes changes(const Edit& edit) { return changes(edit_prelude + edit.before, edit_prelude + edit.after); }

TEST(EditScenarios, LayoutAndLocalNamesChangeNothing) {
  const Changes c = changes(layout_comments_and_local_names);
  EXPECT_THAT(c.own, IsEmpty());
  EXPECT_THAT(c.environment, IsEmpty());
  EXPECT_THAT(c.deep, IsEmpty());
}

TEST(EditScenarios, ALeafsBodyChangesItAndWhatIsDeepAbove) {
  const Changes same_summary = changes(another_body_with_the_same_meaning);
  EXPECT_THAT(same_summary.own, UnorderedElementsAre("dbl"));
  EXPECT_THAT(same_summary.environment, IsEmpty());
  EXPECT_THAT(same_summary.deep, UnorderedElementsAre("dbl", "mid", "main"));
  const Changes weaker = changes(a_leaf_returns_more);
  EXPECT_THAT(weaker.own, UnorderedElementsAre("lim"));
  EXPECT_THAT(weaker.environment, IsEmpty());
  EXPECT_THAT(weaker.deep, UnorderedElementsAre("lim", "mid", "main"));
}

TEST(EditScenarios, ANewWriteChangesTheEnvironmentOfCallers) {
  const Changes c = changes(a_leaf_writes_a_global);
  EXPECT_THAT(c.own, UnorderedElementsAre("leaf"));
  EXPECT_THAT(c.environment, UnorderedElementsAre("leaf", "top"));
  EXPECT_THAT(c.deep, UnorderedElementsAre("leaf", "top", "main"));
}

TEST(EditScenarios, AMacroIsExpanded) {
  const Changes c = changes(a_macro_outside_of_all_functions);
  EXPECT_THAT(c.own, UnorderedElementsAre("clip"));
  EXPECT_THAT(c.deep, UnorderedElementsAre("clip", "main"));
}

TEST(EditScenarios, MembersOfAComponentChangeTogether) {
  const Changes holds = changes(recursion_that_keeps_its_summary);
  EXPECT_THAT(holds.own, UnorderedElementsAre("even"));
  EXPECT_THAT(holds.environment, UnorderedElementsAre("even")) << "odd is no longer called";
  EXPECT_THAT(holds.deep, UnorderedElementsAre("even", "main"));
  const Changes breaks = changes(recursion_that_does_not);
  EXPECT_THAT(breaks.own, UnorderedElementsAre("odd"));
  EXPECT_THAT(breaks.environment, IsEmpty());
  EXPECT_THAT(breaks.deep, UnorderedElementsAre("even", "odd", "main"));
}

TEST(EditScenarios, AnEditThatIsTakenBackGivesTheOldFingerprints) {
  const Changes there = changes(a_bug_is_mended);
  EXPECT_THAT(there.own, UnorderedElementsAre("f"));
  EXPECT_THAT(there.deep, UnorderedElementsAre("f", "main"));
  EXPECT_EQ(Fingerprinted(edit_prelude + a_bug_is_mended.before).functions(),
            Fingerprinted(edit_prelude + a_bug_is_mended.before).functions());
}

TEST(EditScenarios, ACallersEditLeavesTheCallee) {
  for (const Edit* edit : {&a_caller_passes_less, &a_caller_passes_more, &more_is_asked_of_an_unchanged_leaf}) {
    const Changes c = changes(*edit);
    EXPECT_THAT(c.own, UnorderedElementsAre("main"));
    EXPECT_THAT(c.deep, UnorderedElementsAre("main"));
  }
}

TEST(EditScenarios, ANewRecursionChangesItsMembers) {
  const Changes c = changes(a_callee_becomes_recursive);
  EXPECT_THAT(c.own, UnorderedElementsAre("leaf", "main"));
  EXPECT_THAT(c.environment, UnorderedElementsAre("leaf", "walk"));
  EXPECT_THAT(c.deep, UnorderedElementsAre("leaf", "walk", "main"));
}

TEST(EditScenarios, ANewTargetIsNewCode) {
  const Changes c = changes(a_new_assertion_in_a_leaf);
  EXPECT_THAT(c.own, UnorderedElementsAre("inc1"));
  EXPECT_THAT(c.deep, UnorderedElementsAre("inc1", "main"));
}

TEST(EditScenarios, AnInitialValueIsPartOfTheEntryAndOfNoFunction) {
  const Changes c = changes(the_initial_value_of_a_global);
  EXPECT_THAT(c.own, IsEmpty());
  EXPECT_THAT(c.environment, IsEmpty());
  EXPECT_THAT(c.deep, IsEmpty());
}

TEST(EditScenarios, TargetsOfCallsThroughPointersAreCode) {
  const Changes c = changes(a_call_through_a_pointer_gets_a_target);
  EXPECT_THAT(c.own, UnorderedElementsAre("call", "main"));
  EXPECT_THAT(c.deep, UnorderedElementsAre("call", "main"));
}

TEST(EditScenarios, AFunctionThatNobodyCallsMattersToNobody) {
  const Changes c = changes(code_that_nobody_reaches);
  EXPECT_THAT(c.own, IsEmpty());
  EXPECT_THAT(c.deep, IsEmpty());
}

TEST(BlockFingerprints, FunctionsCanMove) {
  const std::string f = "int f(int x) { int y[2]; y[0] = x; return y[0]; }\n";
  const std::string g = "static int n; static int g(void) { static int k; return n++ + k++; }\n";
  const std::string main = "int main(void) { return f(1) + g(); }\n";
  const Changes c = changes(f + g + main, "int unused;\n" + g + "\n\n" + f + main);
  EXPECT_THAT(c.own, IsEmpty());
  EXPECT_THAT(c.environment, IsEmpty());
  EXPECT_THAT(c.deep, IsEmpty());
}

TEST(BlockFingerprints, WhatTheCodeMeansIsPartOfIt) {
  const std::string text = "long f(int x, unsigned *p) { if (x > 3) *p = x; return x + 1; }"
                           "int main(void) { unsigned a; return (int)f(2, &a); }";
  const BlockFingerprints original = Fingerprinted(text).of("f");
  auto own_with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return Fingerprinted(changed).of("f").own;
  };
  EXPECT_EQ(own_with("x + 1", "(x) + 1"), original.own);
  EXPECT_NE(own_with("x + 1", "1 + x"), original.own);
  EXPECT_NE(own_with("x + 1", "x + 2"), original.own);
  EXPECT_NE(own_with("x + 1", "x + 1u"), original.own);
  EXPECT_NE(own_with("x > 3", "x >= 3"), original.own);
  EXPECT_NE(own_with("x > 3", "3 > x"), original.own);
  EXPECT_NE(own_with("int x", "short x"), original.own);
  EXPECT_NE(own_with("long f", "int f"), original.own);
  EXPECT_NE(own_with("unsigned *p", "int *p"), original.own) << "a store of another type";
}

TEST(BlockFingerprints, WhetherAVariableIsConstantIsPartOfIt) {
  const std::string rest = " int table[2] = {5, 6}; void change(void *); struct s { void *p; };"
                           "int f(struct s *p) { change(p); return table[1]; } "
                           "int main(void) { struct s s = {0}; return f(&s); }";
  const BlockFingerprints before = Fingerprinted("static const" + rest).of("f");
  const BlockFingerprints after = Fingerprinted("static" + rest).of("f");
  EXPECT_NE(before.own, after.own);
}

TEST(BlockFingerprints, TheDataModelIsPartOfIt) {
  const std::string text = "int f(int x) { return x + 1; } int main(void) { return f(2); }";
  Options ilp32;
  ilp32.data_model = DataModelName::Ilp32;
  EXPECT_NE(Fingerprinted(text).of("f").own, Fingerprinted(text, ilp32).of("f").own);
}

TEST(BlockFingerprints, TheCheckedPropertiesArePartOfIt) {
  const std::string text = "int f(int x) { return x + 1; } int main(void) { return f(2); }";
  Options overflow;
  overflow.properties = {Property::Overflow};
  EXPECT_NE(Fingerprinted(text).of("f").own, Fingerprinted(text, overflow).of("f").own);
}

TEST(BlockFingerprints, WhatElseAPointerMayReachIsEnvironment) {
  const std::string f = "int f(int *p) { *p = 1; return *p; } ";
  const Changes c =
      changes(f + "int main(void) { int a; return f(&a); }", f + "int main(void) { int a, b; return f(&a) + f(&b); }");
  EXPECT_THAT(c.own, UnorderedElementsAre("main"));
  EXPECT_THAT(c.environment, UnorderedElementsAre("f", "main"));
}

TEST(BlockFingerprints, WhatWasFreedBeforeIsEnvironment) {
  const std::string parts = R"(
#include <stdlib.h>
struct node { int value; };
int value(struct node *node) { return node ? node->value : 0; }
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
)";
  const Changes found =
      changes(parts + "int result = value(a) + value(b); free(a); return result; }",
              parts + "free(a); return value(a) + value(b); }", {.properties = {Property::UseAfterFree}});
  EXPECT_THAT(found.own, UnorderedElementsAre("main"));
  EXPECT_THAT(found.environment, Contains("value"));
}

TEST(BlockFingerprints, WhatCodeElsewhereLeavesIsEnvironment) {
  const auto program = [](const std::string& first, const std::string& second) {
    return "struct small { int value; }; struct large { long values[4]; }; struct pair { struct " + first +
           " *a; struct " + second +
           " *b; }; static struct pair pair; void change(struct pair *pair); "
           "int f(void) { change(&pair); return pair.a != 0; }";
  };
  EXPECT_THAT(changes(program("small", "large"), program("large", "small")).environment, Contains("f"));
  EXPECT_THAT(changes(program("small", "large"), program("small", "large")).environment, IsEmpty());
}

TEST(BlockFingerprints, WhereComparedPointersMayPointIsEnvironment) {
  const std::string f = "int f(char *p, char *q) { return p < q; } int g(char *p) { return p != 0; } char a[8]; ";
  const Changes c = changes(f + "int main(void) { return f(a, a + 4) + g(a); }",
                            f + "int main(void) { return f(a, a + 2) + g(a + 2); }");
  EXPECT_THAT(c.environment, Contains("f"));
  EXPECT_THAT(c.environment, Not(Contains("g")));
}

TEST(BlockFingerprints, WhatIsInLongTablesIsEnvironment) {
  const auto with = [](const std::string& table) {
    return Fingerprinted("static const unsigned char t[600] = {" + table + "};\nstatic const int few[2] = {1, 2};\n" +
                         "int get(int i) { return t[i & 511]; }\nint other(int i) { return i; }\n" +
                         "int main(void) { return get(1) + other(2); }\n");
  };
  const Fingerprinted before = with("[0 ... 599] = 3, [77] = 5");
  const Fingerprinted after = with("[0 ... 599] = 3, [78] = 5"); // between the same bounds
  EXPECT_EQ(before.of("get").own, after.of("get").own);
  EXPECT_NE(before.of("get").environment, after.of("get").environment);
  EXPECT_EQ(before.of("other"), after.of("other"));
}

TEST(BlockFingerprints, WhatIsInShortTablesBesideLongOnesIsEnvironment) {
  const auto with = [](const std::string& table) {
    return Fingerprinted("static const unsigned char t[600] = {1};\nstatic const int few[2] = {" + table + "};\n" +
                         "int get(int i) { return few[i & 1]; }\nint main(void) { return get(t[0]); }\n");
  };
  EXPECT_NE(with("1, 2").of("get").environment, with("1, 3").of("get").environment);
}

TEST(BlockFingerprints, NamesOfLocalsInMemoryDoNotMatter) {
  const std::string f = "int f(int *p) { *p = 1; return *p; } ";
  const Changes c =
      changes(f + "int main(void) { int a; return f(&a); }", f + "int main(void) { int z; return f(&z); }");
  EXPECT_THAT(c.own, IsEmpty());
  EXPECT_THAT(c.environment, IsEmpty());
}

TEST(BlockFingerprints, NamesOfCalleesAndGlobalsMatter) {
  const std::string text = "int g, h; int a(void) { return 1; } int b(void) { return 1; }"
                           "int f(void) { return a() + g; } int main(void) { h = b() + a(); return f(); }";
  std::string calls_b = text;
  calls_b.replace(calls_b.find("a() + g"), 7, "b() + g");
  std::string reads_h = text;
  reads_h.replace(reads_h.find("a() + g"), 7, "a() + h");
  EXPECT_THAT(changes(text, calls_b).own, UnorderedElementsAre("f"));
  EXPECT_THAT(changes(text, reads_h).own, UnorderedElementsAre("f"));
  EXPECT_EQ(Fingerprinted(text).of("a").own, Fingerprinted(text).of("b").own) << "the same code under two names";
}

TEST(BlockFingerprints, LoopsHaveTheirOwn) {
  const std::string before = "extern int nondet(void); int g; void step(void) { g++; }"
                             "int main(void) { int i = 0; while (i < 5) { i++; step(); }"
                             " while (nondet()) g--; return g; }";
  std::string second_changed = before;
  second_changed.replace(second_changed.find("g--"), 3, "g -= 2");
  std::string around_changed = before;
  around_changed.replace(around_changed.find("i = 0"), 5, "i = 1");
  std::string callee_changed = before;
  callee_changed.replace(callee_changed.find("g++"), 3, "g += 3");
  const auto old_loops = Fingerprinted(before).loops();
  ASSERT_EQ(old_loops.size(), 2U);
  auto differs = [&](const std::string& code, std::size_t loop) {
    return Fingerprinted(code).loops()[loop] != old_loops[loop];
  };
  const std::size_t first = Fingerprinted(second_changed).loops()[0] == old_loops[0] ? 0 : 1;
  EXPECT_FALSE(differs(second_changed, first));
  EXPECT_TRUE(differs(second_changed, 1 - first));
  EXPECT_FALSE(differs(around_changed, 0) || differs(around_changed, 1));
  const auto with_callee = Fingerprinted(callee_changed).loops();
  EXPECT_EQ(with_callee[first].own, old_loops[first].own);
  EXPECT_NE(with_callee[first].deep, old_loops[first].deep);
  EXPECT_EQ(with_callee[1 - first], old_loops[1 - first]);
}

TEST(CanonicalCode, IsReadable) {
  const Fingerprinted program(
      "int g; int f(int x) { int t = x + 1; g = t; return t; } int main(void) { return f(1); }");
  EXPECT_EQ(program.text_of("f"), "pointers 64\n"
                                  "%0 = register i32\n"
                                  "%1 = register i32\n"
                                  "parameters %0 results %1\n"
                                  "@0\n"
                                  "e0 = read i32 %0\n"
                                  "e1 = constant i32 1\n"
                                  "e2 = add i32 e0 e1\n"
                                  "%2 = register i32\n"
                                  "  assign %2 e2 -> @1\n"
                                  "@1\n"
                                  "e3 = read i32 %2\n"
                                  "\"main.c:g\" = static register i32\n"
                                  "  assign \"main.c:g\" e3 -> @2\n"
                                  "@2\n"
                                  "  assign %1 e3 -> @3\n"
                                  "@3 end\n");
}

TEST(CanonicalCode, NumbersLeadBack) {
  const Fingerprinted program(
      "extern int nondet(void); int main(void) { int i = 0; while (nondet()) i += 2; return i; }");
  const cfa::FunctionId main = frontend::function_named(program.cfa(), "main");
  const CanonicalCode code = program.table().code_of(main);
  EXPECT_EQ(code.locations.front(), program.cfa().function(main).entry);
  for (cfa::LocationId location : code.locations) {
    EXPECT_EQ(program.cfa().location(location).function, main);
  }
  ASSERT_EQ(program.partition().size(), 2U);
  const CanonicalCode loop = program.table().code_of(facts::BlockId(1));
  EXPECT_EQ(loop.exits.size(), 1U);
  EXPECT_EQ(loop.locations.front(), program.partition().block(facts::BlockId(1)).entry);
}

TEST(CanonicalCode, AFunctionCallsItselfUnderAnyName) {
  const std::string text = "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(2); }";
  std::string renamed = text;
  for (std::size_t position = 0; (position = renamed.find("f(", position)) != std::string::npos; position += 5) {
    renamed.replace(position, 1, "down");
  }
  EXPECT_EQ(Fingerprinted(text).of("f").own, Fingerprinted(renamed).of("down").own);
  EXPECT_NE(Fingerprinted(text).of("main").own, Fingerprinted(renamed).of("main").own);
}

TEST(StableNames, TellApartWhatHasOneName) {
  const Fingerprinted program("static int counter(void) { static int n; { static int n; n++; } return n++; }"
                              "static int other(void) { static int n; return n++; }"
                              "int main(void) { return counter() + other(); }");
  std::vector<std::string> names;
  for (std::size_t index = 0; index < program.cfa().variable_count(); ++index) {
    const std::string& name = program.table().names().of(cfa::VariableId(index));
    if (!name.empty()) {
      names.push_back(name);
    }
  }
  EXPECT_THAT(names, UnorderedElementsAre("main.c:counter::n", "main.c:counter::n#2", "main.c:other::n"));
}

TEST(StableNames, LeadBack) {
  const Fingerprinted program("static int n; static int f(void) { static int n; return n++; }"
                              "int main(void) { int local = f(); return n + local; }");
  const StableNames& names = program.table().names();
  for (std::size_t index = 0; index < program.cfa().function_count(); ++index) {
    EXPECT_EQ(names.function(names.of(cfa::FunctionId(index))), cfa::FunctionId(index));
  }
  for (std::size_t index = 0; index < program.cfa().variable_count(); ++index) {
    if (const std::string& name = names.of(cfa::VariableId(index)); !name.empty()) {
      EXPECT_EQ(names.variable(name), cfa::VariableId(index));
    }
  }
  EXPECT_EQ(names.variable(""), std::nullopt) << "automatic variables have no name";
  EXPECT_EQ(names.function("main.c:g"), std::nullopt);
}

TEST(Fingerprint, IsTheSameOnEveryMachine) {
  EXPECT_EQ(to_string(fingerprint_of("")), "99aa06d3014798d86001c324468d497f");
  EXPECT_NE(fingerprint_of("a"), fingerprint_of("b"));
}

} // namespace
} // namespace vouch::reuse
