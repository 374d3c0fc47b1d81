// expect: safe
// feature: Objects: bit-fields
#include <assert.h>

struct flags {
  unsigned mode : 3;
  unsigned rest : 5;
  int small : 4;
};

int main(void) {
  struct flags f = {0, 31, 0};
  f.mode = 9;
  assert(f.mode == 1 && f.rest == 31);
  f.small = -8;
  assert(f.small == -8);
  f.mode--;
  f.mode--;
  assert(f.mode == 7 && f.rest == 31);
  return 0;
}
