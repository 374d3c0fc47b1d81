// expect: safe
#include <assert.h>

static int f(int n) {
  if (n <= 0)
    return 0;
  return f(n - 1);
}

int main(void) {
  int total = 0;
  for (int i = 0; i < 10; i++)
    total += f(i);
  assert(total == 0);
  return 0;
}
