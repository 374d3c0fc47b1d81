#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(Atomics, ArePlainOperationsThatWrap) {
  EXPECT_THAT(operations_of_f("int f(int *p) { return __atomic_fetch_add(p, 2, 5); }"),
              ElementsAre("<atomic> := *(i32)p", "*(i32)p := (i32)((u32)<atomic> + 2)", "<result of f> := <atomic>"));
  EXPECT_THAT(operations_of_f("int f(int *p) { return __sync_sub_and_fetch(p, 2); }"),
              ElementsAre("<atomic> := *(i32)p", "*(i32)p := (i32)((u32)<atomic> - 2)",
                          "<result of f> := (i32)((u32)<atomic> - 2)"));
}

TEST(Atomics, LoadsAndStoresOfAllForms) {
  EXPECT_THAT(operations_of_f("void f(int *p, int *v) { __atomic_store_n(p, 3, 0); __atomic_store(p, v, 0);"
                              " __atomic_load(p, v, 0); __atomic_exchange(p, v, v, 0); }"),
              ElementsAre("*(i32)p := 3", "*(i32)p := *(i32)v", "<atomic> := *(i32)p", "*(i32)v := <atomic>",
                          "<atomic> := *(i32)p", "*(i32)p := *(i32)v", "*(i32)v := <atomic>"));
  EXPECT_THAT(operations_of_f("#include <stdatomic.h>\nint f(atomic_int *p) { *p = 1; atomic_store(p, 2);"
                              " return atomic_load(p); }"),
              ElementsAre("*(i32)p := 1", "*(i32)p := 2", "<atomic> := *(i32)p", "<result of f> := <atomic>"));
}

TEST(Atomics, CompareAndSwapBranches) {
  EXPECT_THAT(operations_of_f("_Bool f(int *p, int x) { return __sync_bool_compare_and_swap(p, 1, x); }"),
              UnorderedElementsAre("<expected> := 1", "<desired> := x", "<value> := *(i32)p",
                                   "[(<value> == <expected>)]", "[!(<value> == <expected>)]", "*(i32)p := <desired>",
                                   "<result of f> := (u8)(<value> == <expected>)"));
}

TEST(Builtins, ConstantPSaysWhatClangKnows) {
  EXPECT_THAT(operations_of_f("int f(int x) { return __builtin_constant_p(x) * 10 + __builtin_constant_p(3); }"),
              ElementsAre("<result of f> := 1"));
}

TEST(CheckedArithmetic, IsExactInAWiderType) {
  EXPECT_THAT(operations_of_f("_Bool f(int a, int b, int *r) { return __builtin_add_overflow(a, b, r); }"),
              ElementsAre("<left> := a", "<right> := b", "*(i32)r := (i32)((i64)<left> + (i64)<right>)",
                          "<result of f> := (u8)((i64)(i32)((i64)<left> + (i64)<right>) != ((i64)<left> + "
                          "(i64)<right>))"));
}

TEST(CheckedArithmetic, SumsOf64BitsAreComparedWithTheirOperand) {
  EXPECT_THAT(operations_of_f("_Bool f(unsigned long a, unsigned long b, unsigned long *r)"
                              "{ return __builtin_uaddl_overflow(a, b, r); }"),
              ElementsAre("<left> := a", "<right> := b", "*(u64)r := (<left> + <right>)",
                          "<result of f> := (u8)((<left> + <right>) < <left>)"));
}

TEST(CheckedArithmetic, ProductsOf64BitsAreNotSupported) {
  EXPECT_THAT(operations_of_f("_Bool f(long a, long b, long *r) { return __builtin_mul_overflow(a, b, r); }"),
              testing::Contains("unsupported __builtin_mul_overflow"));
}

} // namespace
} // namespace vouch::frontend
