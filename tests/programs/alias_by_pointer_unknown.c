// expect: unknown
// reason: alias of a function
#include <assert.h>
int one(void) { return 1; }
int two(void) __attribute__((alias("one")));

int main(void) {
  int (*f)(void) = two;
  f();
  assert(0);
}
