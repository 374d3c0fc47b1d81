// expect: unknown
// reason: type of a bit-field wider than int
// feature: Objects: bit-fields
#include <assert.h>

struct wide {
  unsigned long long value : 40;
};

int main(void) {
  struct wide w = {0};
  __typeof__(w.value + 0) v = 0;
  v--;
  assert(v == 0xffffffffffull); // for gcc, whose variable has 40 bits
  return 0;
}
