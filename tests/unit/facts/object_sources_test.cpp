#include "analysis/cfa/shared_literals.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/facts/object_sources.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <functional>
#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

/// The first expression of the kind that `is_wanted` tells, in the order of the edges.
cfa::ExpressionRef find_expression(const cfa::Cfa& cfa, const std::function<bool(cfa::ExpressionRef)>& is_wanted) {
  cfa::ExpressionRef found = nullptr;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    for (cfa::ExpressionRef root : cfa::expressions_of(cfa.edge(cfa::EdgeId(index)).operation)) {
      cfa::for_each_subexpression(
          root, [&](cfa::ExpressionRef part) { found = found == nullptr && is_wanted(part) ? part : found; });
    }
  }
  return found;
}

/// Whether the operands of the only comparison of pointers with one another come from one allocation, for sure.
bool compares_within_one_object(const std::string& before, const std::string& comparison) {
  const cfa::Cfa cfa = frontend::cfa_of("#include <stdlib.h>\nextern int *get(void); extern void reach_error(void);"
                                        "void f(int n, int *given) {" +
                                        before + " if (" + comparison + ") reach_error(); }");
  const cfa::ExpressionRef found = find_expression(cfa, [](cfa::ExpressionRef part) {
    const auto* binary = std::get_if<cfa::Binary>(&part->node);
    return binary != nullptr && cfa::is_comparison(binary->op) && cfa::is_pointer(binary->left->type) &&
           !std::holds_alternative<cfa::Constant>(binary->right->node);
  });
  const cfa::Binary& compared = std::get<cfa::Binary>(found->node);
  ObjectSources sources(cfa);
  const std::optional<cfa::EdgeId> left = sources.only_allocation(compared.left);
  return left && left == sources.only_allocation(compared.right);
}

TEST(ObjectSources, KnowsPointersThatAreComputedFromOneAllocation) {
  EXPECT_TRUE(compares_within_one_object("int *a = malloc(n); int *p = a; p++;", "p != a + n"));
  EXPECT_TRUE(compares_within_one_object("int *p = 0, *a; a = malloc(n); if (n) p = a + 1;", "p == a"));
}

TEST(ObjectSources, DoesNotKnowPointersFromElsewhere) {
  EXPECT_FALSE(compares_within_one_object("int *a = malloc(n);", "a == given"));
  EXPECT_FALSE(compares_within_one_object("int *a = malloc(n); int *p = a; if (n) p = get();", "a == p"));
  EXPECT_FALSE(compares_within_one_object("int *a = malloc(n); int **q = malloc(8); *q = a;", "*q == a"));
}

TEST(ObjectSources, TellsAllocationsApart) {
  EXPECT_FALSE(compares_within_one_object("int *a = malloc(n), *b = malloc(n);", "a + n == b"));
  EXPECT_FALSE(compares_within_one_object("int *a = 0, *b = 0; for (int i = 0; i < n; i++) { b = a; a = malloc(n); }",
                                          "a + n == b"));
}

TEST(SharedLiterals, HaveTheSameEnd) {
  cfa::Variable whole, end, other;
  whole.literal = std::string("abc", 4);
  end.literal = std::string("bc", 3);
  other.literal = std::string("bd", 3);
  EXPECT_EQ(cfa::shared_distance(whole, end), cfa::Integer{1});
  EXPECT_EQ(cfa::shared_distance(end, whole), cfa::Integer{-1});
  EXPECT_EQ(cfa::shared_distance(whole, whole), cfa::Integer{0});
  EXPECT_EQ(cfa::shared_distance(whole, other), std::nullopt);
  EXPECT_EQ(cfa::shared_distance(whole, cfa::Variable()), std::nullopt);
}

/// The numbers that `pointer` may be.
Congruence numbers_of(const std::string& before, const std::string& pointer, const std::string& global = "") {
  const cfa::Cfa cfa = frontend::cfa_of("#include <stdlib.h>\nextern char *get(void); extern void reach_error(void);" +
                                        global + "void f(int n, char *given) {" + before + " if ((unsigned long)(" +
                                        pointer + ") == 3) reach_error(); }");
  const cfa::ExpressionRef found = find_expression(cfa, [](cfa::ExpressionRef part) {
    const auto* conversion = std::get_if<cfa::Convert>(&part->node);
    return conversion != nullptr && cfa::is_pointer(conversion->operand->type) && !cfa::is_pointer(part->type);
  });
  const MemoryRegions regions(cfa);
  return regions.points_to().pointer(std::get<cfa::Convert>(found->node).operand).offsets.address;
}

TEST(PointsTo, KnowsWhatAlignmentSaysAboutAddresses) {
  EXPECT_EQ(numbers_of("_Alignas(64) char a[64];", "a + 5"), Congruence::of(5, 64));
  EXPECT_EQ(numbers_of("", "a + 5", "_Alignas(32) static char a[64];"), Congruence::of(5, 32));
  EXPECT_EQ(numbers_of("_Alignas(64) char a[64]; _Alignas(16) char b[64]; char *p = n ? a : b + 8;", "p"),
            Congruence::of(0, 8));
  EXPECT_EQ(numbers_of("char *p = malloc(3);", "p"), Congruence::of(0, cfa::strictest_alignment));
}

TEST(PointsTo, KnowsNothingOfOtherAddresses) {
  EXPECT_EQ(numbers_of("char a[64];", "a"), Congruence::anything());
  EXPECT_EQ(numbers_of("", "given"), Congruence::anything());
  EXPECT_EQ(numbers_of("", "get()"), Congruence::anything());
  EXPECT_EQ(numbers_of("_Alignas(64) char a[64]; char *p = a; while (n--) p++;", "p"), Congruence::anything());
}

} // namespace
} // namespace vouch::facts
