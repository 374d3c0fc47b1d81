// expect: safe
// assumes: "mystery" has no definition: it is assumed to return any value, to change only what its arguments point to without const, and to fail no assertion
#include <assert.h>
extern int mystery(int *p);

int main(void) {
  int a = 1, b = 2;
  int c = mystery(&a);
  assert(b == 2);
  return c;
}
