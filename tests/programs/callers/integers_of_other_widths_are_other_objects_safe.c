// expect: safe
// property: assert
// feature: Memory: pointers and their arithmetic
#include <assert.h>

/* C does not let one object be an `int` and a `short`. */
void reset(int *value, unsigned short *peak) {
  if (!value || !peak)
    return;
  *value = 7;
  *peak = 0;
  assert(*value == 7);
}
