// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  int i = 0;
  for (;;) {
    if (i == 3)
      break;
    i++;
  }
  assert(i == 3);
  return 0;
}
