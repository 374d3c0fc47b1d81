// expect: violated
// expect-line: 20
#include <assert.h>

static void g(int n);

static void f(int n) {
  if (n < 3)
    return;
  n--;
  g(n);
  assert(n == 2);
}

static void g(int n) {
  if (n < 3)
    return;
  n--;
  f(n);
  assert(0);
}

int main(void) {
  f(4);
  return 0;
}
