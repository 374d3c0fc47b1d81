#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// The conditions under which `f` fails.
std::vector<std::string> failures_of_f(const std::string& code, std::vector<Property> properties) {
  Options options;
  options.entry = "f";
  options.properties = std::move(properties);
  cfa::Cfa cfa = cfa_of(code, options);
  std::vector<std::string> result;
  for (cfa::EdgeId id : edges_of(cfa, "f")) {
    if (cfa.location(cfa.edge(id).target).target) {
      result.push_back(to_string(cfa.edge(id).operation, cfa.names()));
    }
  }
  return result;
}

TEST(MemoryProperties, AccessesToVariablesAreComparedWithTheirSize) {
  EXPECT_THAT(failures_of_f("int a[4]; int f(int i) { return a[i]; }", {Property::Bounds}),
              ElementsAre("[((((i64)i * 4) < 0) || (((i64)i * 4) > 12))]"));
  EXPECT_THAT(failures_of_f("int a[4]; int f(void) { return a[3]; }", {Property::Bounds}), IsEmpty());
  EXPECT_THAT(failures_of_f("int a[4]; int f(void) { return a[4]; }", {Property::Bounds}), ElementsAre("skip"));
  EXPECT_THAT(failures_of_f("int a[4]; int f(unsigned char i) { return a[i & 3]; }", {Property::Bounds}),
              testing::SizeIs(testing::Le(1)));
}

TEST(MemoryProperties, HugeIndicesAreOutOfBoundsBeforeTheyOverflow) {
  EXPECT_THAT(failures_of_f("int a[4]; int f(long i) { return a[i]; }", {Property::Bounds}),
              ElementsAre("[((i < -2305843009213693952) || (i > 2305843009213693951))]",
                          "[(((i * 4) < 0) || ((i * 4) > 12))]"));
}

TEST(MemoryProperties, PointersAreAskedAbout) {
  std::string code = "struct s { int x, y; }; int f(struct s *p) { return p->y; }";
  EXPECT_THAT(failures_of_f(code, {Property::Null}), ElementsAre("[is_null(p)]"));
  EXPECT_THAT(failures_of_f(code, {Property::UseAfterFree}), ElementsAre("[is_dead(p)]"));
  EXPECT_THAT(failures_of_f(code, {Property::Bounds}), ElementsAre("[is_out_of_bounds(p, 4, 4)]"));
  EXPECT_THAT(failures_of_f(code, {Property::Assert}), IsEmpty());
}

TEST(MemoryProperties, OneCheckIsEnoughUntilSomethingChanges) {
  std::string code = "struct s { int x; struct s *n; }; int f(struct s *p) { return p->x + p->x; }";
  EXPECT_THAT(failures_of_f(code, {Property::Null}), ElementsAre("[is_null(p)]"));
  code = "struct s { int x; struct s *n; }; int f(struct s *p) { p->x = 1; p = p->n; return p->x; }";
  EXPECT_THAT(failures_of_f(code, {Property::Null}), ElementsAre("[is_null(p)]", "[is_null(p)]", "[is_null(p)]"));
}

TEST(MemoryProperties, AddressesAloneAreNoAccess) {
  EXPECT_THAT(failures_of_f("struct s { int a[3]; }; int *f(struct s *p) { return &p->a[1]; }",
                            {Property::Null, Property::Bounds, Property::UseAfterFree}),
              IsEmpty());
}

TEST(MemoryProperties, CopiesOfNothingAreNotChecked) {
  std::vector<std::string> failures = failures_of_f("void *memcpy(void *, const void *, unsigned long);"
                                                    "void f(char *p, char *q, unsigned long n) { memcpy(p, q, n); }",
                                                    {Property::Null});
  EXPECT_THAT(failures, ElementsAre("[is_null(q)]", "[is_null(p)]"));
}

TEST(MemoryProperties, FreeIsCheckedAndCounted) {
  Options options;
  options.properties = {Property::Memory};
  cfa::Cfa cfa = cfa_of("void *malloc(unsigned long); void free(void *);"
                        "int main(void) { char *p = malloc(3); free(p); return 0; }",
                        options);
  std::vector<std::string> operations = operations_of(cfa, "main");
  EXPECT_THAT(operations, Contains("[is_freed(p)]"));
  EXPECT_THAT(operations, Contains("[is_no_object(p)]"));
  EXPECT_THAT(operations, Contains("<allocations> := (<allocations> + (i64)(p != 0))"));
  EXPECT_THAT(operations, Contains("<allocations> := (<allocations> - (i64)(p != 0))"));
  EXPECT_THAT(operations_of(cfa, "<start of main>"), Contains("[((<allocations> > 0) && has_leak())]"));
}

TEST(MemoryProperties, LibrariesHaveNoLeaks) {
  EXPECT_THAT(failures_of_f("void *malloc(unsigned long); void *f(int n) { return malloc(n); }", {Property::Memory}),
              IsEmpty());
}

} // namespace
} // namespace vouch::frontend
