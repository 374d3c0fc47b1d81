// expect: unknown
// reason: depends on a precondition that is not stated
// hint: 15
// property: use-after-free
// feature: Functions: verified on their own, without main
#include <stdlib.h>

static int *kept;

void keep(int *p) { kept = p; }

int end(int *p) {
  if (!p || !kept) return 0;
  free(p);
  return *kept; /* may be the same one */
}
