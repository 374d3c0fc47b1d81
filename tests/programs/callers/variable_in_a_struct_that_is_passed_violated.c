// expect: violated
// property: assert
// expect-line: 17
// feature: Functions: verified on their own, without main
#include <assert.h>

int counter; /* other files know it */
struct pair {
  int *first, *second;
};

int set(struct pair p) {
  if (!p.first)
    return 0;
  counter = 1;
  *p.first = 2;
  assert(counter == 1); /* not for set((struct pair){&counter}) */
  return 0;
}
