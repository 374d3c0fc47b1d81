// expect: violated
// expect-line: 9
#include <assert.h>

static int n;

int main(void) {
  n = n + 1;
  assert(n != 3);
  if (n < 5)
    main();
  return 0;
}
