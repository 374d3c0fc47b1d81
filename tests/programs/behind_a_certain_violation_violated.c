// expect: violated
// expect-line: 8
// function: get: unknown: only reached behind the violation in line 8
// function: main: unknown: calls 'bad', which fails in line 8
#include <assert.h>
static int a[4] = {0, 1, 2, 3};
static void bad(int x) { int copy = x;
  assert(copy > 0);
}
static int get(int i) { int j = i; assert(j < 4); return a[j]; }

int main(void) {
  int x = 0;
  bad(x);
  get(9);
  return 0;
}
