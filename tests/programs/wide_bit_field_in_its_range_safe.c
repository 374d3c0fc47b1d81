// expect: safe
// feature: Objects: bit-fields
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct wide {
  unsigned long long value : 40;
  long long difference : 40;
  unsigned long long count : 48;
};

// What gcc computes in 40 bits and Clang in 64 is the same, or is stored in 40 bits at once.
int main(void) {
  struct wide w = {0, 0, 0};
  unsigned n = __VERIFIER_nondet_uint();
  w.value = n;
  assert(w.value + 1 == (unsigned long long)n + 1);
  assert(w.value >> 4 == n / 16u);
  assert((w.value << 8) / 256 == n);
  w.value = -w.value;
  w.value = ~w.value + 1;
  assert(w.value == n);
  w.value -= n + 1ull;
  assert(w.value == 0xffffffffffull);
  w.value++;
  assert(w.value == 0 && !w.value);
  w.difference = -5;
  assert(w.difference * 2 == -10 && w.difference < 3 && -w.difference == 5);
  w.count = 0xffffffffffffull;
  assert(w.count + 1ull == 0x1000000000000ull); // the other operand has 64 bits
  assert((unsigned long long)w.count + 1 == 0x1000000000000ull);
  assert((int)(w.count + 1) == 0);
  return 0;
}
