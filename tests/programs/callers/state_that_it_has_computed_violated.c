// expect: violated
// expect-line: 13
// property: assert

/* Which state comes next is for the function to know. */
#include <assert.h>

int next(int state) {
  state = state + 1;
  switch (state) {
  case 1: return 2;
  case 2: return 3;
  default: assert(0);
  }
  return 0;
}
