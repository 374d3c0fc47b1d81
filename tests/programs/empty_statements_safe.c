// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  ;
  {}
  if (0)
    ;
  else
    ;
  assert(1);
  (void)0;
  3 + 4;
  return 0;
}
