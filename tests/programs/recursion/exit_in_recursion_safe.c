// expect: safe
#include <assert.h>
#include <stdlib.h>

static void die(int n) {
  if (n > 0)
    die(n - 1);
  abort();
}

int main(void) {
  die(3);
  assert(0);
  return 0;
}
