// expect: safe
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>

static int next(void) {
  static int counter = 5;
  return counter++;
}

int main(void) {
  int a = next();
  int b = next();
  assert(a == 5 && b == 6);
  return 0;
}
