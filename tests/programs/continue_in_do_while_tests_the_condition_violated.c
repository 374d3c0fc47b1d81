// expect: violated
// expect-line: 15
// feature: Control flow: break and continue
#include <assert.h>

int main(void) {
  int i = 0;
  int skipped = 1;
  do {
    i++;
    if (i > 0)
      continue;
    skipped = 0;
  } while (i < 3);
  assert(i == 3 && !skipped);
  return 0;
}
