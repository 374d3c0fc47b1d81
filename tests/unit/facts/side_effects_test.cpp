#include "analysis/facts/side_effects.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

namespace vouch::facts {
namespace {

using frontend::cfa_of;
using frontend::function_named;
using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

using Strings = std::vector<std::string>;

/// The side effects in a program, by names.
class Effects {
public:
  explicit Effects(const std::string& code, Options options = {})
      : cfa_(std::make_unique<cfa::Cfa>(cfa_of(code, std::move(options)))), regions_(*cfa_),
        partition_(*cfa_, BlockHeuristic::FunctionsAndLoops), table_(*cfa_, regions_, partition_) {}

  const SideEffects& of(const std::string& function) const { return table_.of(function_named(*cfa_, function)); }
  const SideEffects& of_loop_in(const std::string& function) const {
    for (std::size_t index = 0; index < partition_.size(); ++index) {
      const Block& block = partition_.block(BlockId(index));
      if (block.kind == BlockKind::Loop && cfa_->function(block.function).name == function) {
        return table_.of(BlockId(index));
      }
    }
    throw std::runtime_error("no loop in " + function);
  }
  Strings names(const IdSet<cfa::VariableId>& variables) const {
    Strings result;
    for (cfa::VariableId id : variables.elements()) {
      result.push_back(cfa_->variable(id).name);
    }
    return result;
  }
  Strings names(const IdSet<RegionId>& regions) const {
    Strings result;
    for (RegionId id : regions.elements()) {
      result.push_back(regions_.region(id).name);
    }
    return result;
  }
  bool touches(const SideEffects& effects, const std::string& variable) const {
    for (std::size_t index = 0; index < cfa_->variable_count(); ++index) {
      if (cfa_->variable(cfa::VariableId(index)).name == variable) {
        return effects.groups.contains(table_.id_of(regions_.group_of(cfa::VariableId(index))));
      }
    }
    throw std::runtime_error("no variable " + variable);
  }
  const SideEffectTable& table() const { return table_; }
  const MemoryRegions& regions() const { return regions_; }
  const cfa::Cfa& cfa() const { return *cfa_; }

private:
  std::unique_ptr<cfa::Cfa> cfa_;
  MemoryRegions regions_;
  BlockPartition partition_;
  SideEffectTable table_;
};

TEST(SideEffects, RegistersOfStaticLifetimeThroughCalls) {
  const Effects effects("int g, h, other; void f(void) { g = h; } void k(void) { f(); }"
                        "int up(void) { static int count; return ++count; }"
                        "int main(void) { k(); other = up(); return other; }");
  EXPECT_THAT(effects.names(effects.of("f").registers_written), UnorderedElementsAre("g"));
  EXPECT_THAT(effects.names(effects.of("f").registers_read), UnorderedElementsAre("h"));
  EXPECT_THAT(effects.names(effects.of("k").registers_written), UnorderedElementsAre("g"));
  EXPECT_THAT(effects.names(effects.of("up").registers_written), UnorderedElementsAre("count"));
  EXPECT_THAT(effects.names(effects.of("main").registers_written), UnorderedElementsAre("g", "count", "other"));
  EXPECT_THAT(effects.names(effects.of("main").registers_read), UnorderedElementsAre("h", "count", "other"));
}

TEST(SideEffects, MembersOfARecursiveComponentShareThem) {
  const Effects effects("int a, b, outside; void second(int n);"
                        "void first(int n) { a = n; if (n > 0) second(n - 1); }"
                        "void second(int n) { b = n; if (n > 0) first(n - 1); }"
                        "int main(void) { outside = 1; first(3); return 0; }");
  EXPECT_THAT(effects.names(effects.of("first").registers_written), UnorderedElementsAre("a", "b"));
  EXPECT_EQ(effects.of("first"), effects.of("second"));
  EXPECT_THAT(effects.names(effects.of("main").registers_written), UnorderedElementsAre("a", "b", "outside"));
}

TEST(SideEffects, MemoryThroughPointers) {
  const Effects effects("void put(int *p) { *p = 1; } int get(int *p) { return *p; } int pure(int x) { return x + 1; }"
                        "int main(void) { int a[3], b[3]; put(&a[1]); return get(&b[2]) + pure(2); }");
  const Strings written = effects.names(effects.of("put").regions_written);
  const Strings read = effects.names(effects.of("get").regions_read);
  ASSERT_EQ(written.size(), 1U);
  ASSERT_EQ(read.size(), 1U);
  EXPECT_NE(written, read);
  EXPECT_THAT(effects.names(effects.of("put").regions_read), IsEmpty());
  EXPECT_TRUE(effects.touches(effects.of("put"), "a"));
  EXPECT_FALSE(effects.touches(effects.of("put"), "b"));
  EXPECT_EQ(effects.of("pure"), SideEffects());
  EXPECT_TRUE(effects.of("main").declares_objects);
  EXPECT_THAT(effects.names(effects.of("main").regions_written), IsSupersetOf(written));
}

TEST(SideEffects, CallsThroughPointers) {
  const Effects effects(
      "extern int nondet(void); int g, h; static void f(void) { g = 1; } static void k(void) { h = 1; }"
      "static void (*table[2])(void) = {f, k};"
      "void run(int i) { table[i & 1](); } int main(void) { run(nondet()); return 0; }");
  EXPECT_THAT(effects.names(effects.of("run").registers_written), UnorderedElementsAre("g", "h"));
}

TEST(SideEffects, ObjectsOfTheHeap) {
  const Effects effects("#include <stdlib.h>\n"
                        "int *make(void) { int *p = malloc(4); if (p) *p = 1; return p; } void end(int *p) { free(p); }"
                        "int main(void) { int *p = make(); end(p); return 0; }");
  EXPECT_TRUE(effects.of("make").makes_objects);
  EXPECT_FALSE(effects.of("make").ends_objects);
  EXPECT_EQ(effects.of("make").allocations.size(), 1U);
  EXPECT_FALSE(effects.of("end").makes_objects);
  EXPECT_TRUE(effects.of("end").ends_objects);
  EXPECT_EQ(effects.of("end").groups.size(), 1U);
  EXPECT_TRUE(effects.of("main").makes_objects && effects.of("main").ends_objects);
}

TEST(SideEffects, ChecksAskAboutObjects) {
  Options options;
  options.properties = {Property::Bounds};
  const Effects effects("int get(int *p, int i) { return p[i]; } int main(void) { int a[3] = {0}; return get(a, 1); }",
                        options);
  EXPECT_TRUE(effects.of("get").checks_objects);
  EXPECT_TRUE(effects.touches(effects.of("get"), "a"));
}

TEST(SideEffects, CopiesAndFillsUseWholeObjects) {
  const Effects effects(
      "#include <string.h>\n"
      "struct s { int a, b, c; }; void copy(struct s *to, struct s *from) { memcpy(to, from, sizeof *to); }"
      "void clear(struct s *p) { memset(p, 0, sizeof *p); }"
      "int main(void) { struct s x = {1, 2, 3}, y, *p = &x, *q = &y; copy(q, p); clear(q);"
      " return p->a + q->b; }");
  const IdSet<RegionId>& written = effects.of("copy").regions_written;
  EXPECT_FALSE(written.empty());
  EXPECT_EQ(written, effects.of("copy").regions_read);
  EXPECT_EQ(written, effects.of("clear").regions_written);
  EXPECT_THAT(effects.names(effects.of("clear").regions_read), IsEmpty());
}

TEST(SideEffects, WhatHavocsMemoryTouchesAllThatIsShared) {
  const Effects effects("extern void outside(int **p); extern void keep(int *p);"
                        "int a[2]; int *cell; void change(void) { outside(&cell); }"
                        "int main(void) { int b[2]; keep(b); int own[2]; int i = b[0] != 0; a[0] = b[1] = own[i] = 2;"
                        "  change(); return a[0] + b[0] + own[i]; }");
  const std::size_t unshared = 1; // the region and the group of `own`
  EXPECT_EQ(effects.of("change").regions_written.size(), effects.regions().region_count() - unshared);
  EXPECT_EQ(effects.of("change").groups.size(), effects.table().group_count() - unshared);
}

TEST(SideEffects, LoopsUseRegistersOfTheirActivation) {
  const Effects effects("int g; int f(int n) { int before = 1, inside = 0, after;"
                        " for (int i = before; i < n; i++) { inside += g; }"
                        " after = inside; return after; }"
                        "int main(void) { return f(4); }");
  const SideEffects& loop = effects.of_loop_in("f");
  EXPECT_THAT(effects.names(loop.registers_written), UnorderedElementsAre("i", "inside"));
  EXPECT_THAT(effects.names(loop.registers_read), UnorderedElementsAre("i", "n", "inside", "g"));
}

TEST(SideEffects, LoopsLeaveOtherActivationsOut) {
  const Effects effects(
      "int g; void f(int n, int unused) { int i = 0; while (i < 2) { if (n > 0) f(n - 1, 7); i++; g++; } }"
      "int main(void) { f(4, 5); return 0; }");
  const SideEffects& loop = effects.of_loop_in("f");
  EXPECT_THAT(effects.names(loop.registers_written), UnorderedElementsAre("i", "g"));
  EXPECT_THAT(effects.names(loop.registers_read), UnorderedElementsAre("i", "n", "g"));
}

TEST(SideEffects, LoopsReceiveResults) {
  const Effects effects("int f(int n) { return n; }"
                        "int main(void) { int sum = 0, i = 0; while (i < 2) { sum += f(i); i++; } return sum; }");
  const SideEffects& loop = effects.of_loop_in("main");
  EXPECT_THAT(effects.names(loop.registers_written), IsSupersetOf(Strings{"sum", "i"}));
  EXPECT_THAT(effects.names(loop.registers_written), Not(Contains("n")));
}

} // namespace
} // namespace vouch::facts
