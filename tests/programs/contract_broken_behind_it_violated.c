// expect: violated
// expect-line: 12
// function: half: safe
// function: use: unknown: only reached behind the violation in line 12
#include <assert.h>
static int half(int n) {
  assert(n > 0);
  return 100 / n;
}
static int use(int n) { int m = n; assert(m != 7); return m; }
int main(void) {
  half(0);
  return use(7);
}
