// expect: violated
// expect-line: 13
// options: --entry second
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
#include <assert.h>

void first(int x) {
  assert(x == 0);
}

void second(int x) {
  int next = x == 9 ? x : x + 1;
  assert(next != 3);
}

int main(void) {
  return 0;
}
