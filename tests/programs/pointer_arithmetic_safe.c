// expect: safe
// feature: Memory: pointers and their arithmetic
#include <assert.h>

int main(void) {
  int values[4] = {10, 20, 30, 40};
  int *p = values;
  p += 2;
  assert(*p == 30);
  assert(p - values == 2 && p[-1] == 20 && p > values);
  assert(*p++ == 30 && *p == 40);
  return 0;
}
