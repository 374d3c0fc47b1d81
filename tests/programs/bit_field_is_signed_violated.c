// expect: violated
// expect-line: 13
// feature: Objects: bit-fields
#include <assert.h>

struct flag {
  int on : 1;
};

int main(void) {
  struct flag f;
  f.on = 1;
  assert(f.on == 1);
  return 0;
}
