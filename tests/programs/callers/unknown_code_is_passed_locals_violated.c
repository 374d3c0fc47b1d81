// expect: violated
// expect-line: 12
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

extern void read_all(void *to, void *from);

void run(void *from) {
  int buffer[2] = {1, 2};
  int kept = 3;
  read_all(buffer, from); assert(buffer[1] == 2);
  assert(kept == 3);
}
