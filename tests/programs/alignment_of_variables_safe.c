// expect: safe
// feature: Objects: alignment of variables, with _Alignas and attributes
#include <assert.h>
#include <stdint.h>

typedef int wide_int __attribute__((aligned(32)));
struct line {
  char bytes[3];
} __attribute__((aligned(128)));

_Alignas(64) char cache_line[3];
static char page[10] __attribute__((aligned(4096)));

int recursive(int depth) {
  _Alignas(256) char local[5];
  assert((uintptr_t)local % 256 == 0);
  return depth > 0 ? recursive(depth - 1) : 0;
}

int main(void) {
  wide_int wide = 1;
  struct line lines[2];
  static _Alignas(64) short of_function;
  int size = 5;
  _Alignas(64) char variable_length[size];
  double numbers[3];
  assert((uintptr_t)cache_line % 64 == 0);
  assert((uintptr_t)page % 4096 == 0);
  assert((uintptr_t)&wide % 32 == 0);
  assert((uintptr_t)&lines[1] % 128 == 0 && sizeof lines[0] == 128);
  assert((uintptr_t)&of_function % 64 == 0);
  assert((uintptr_t)variable_length % 64 == 0);
  assert((uintptr_t)&numbers[1] % 8 == 0 && ((uintptr_t)&cache_line[1] & 63) == 1);
  return recursive(2);
}
