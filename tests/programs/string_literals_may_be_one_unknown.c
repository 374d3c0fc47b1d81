// expect: unknown
// reason: whether it happens depends on where objects lie in memory
// feature: Objects: equal string literals may be one
#include <assert.h>

int main(void) {
  const char *text = "abc";
  const char *same = "abc";
  assert(text != same);
  return 0;
}
