// expect: unknown
// reason: bit-field wider than int
// feature: Objects: bit-fields
#include <assert.h>

struct wide {
  unsigned long long value : 40;
};

int main(void) {
  struct wide w = {0};
  w.value = 1;
  unsigned long long complement = ~w.value;
  assert(complement > 0xffffffffffull); // holds for Clang, and not for gcc
  return 0;
}
