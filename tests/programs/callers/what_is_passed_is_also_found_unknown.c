// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

int *find(int key);
const char *name(void);

int set(int *p) {
  int *found = find(3);
  if (!found || !p)
    return 0;
  *found = 1;
  *p = 2;
  assert(*found == 1); /* not for set(find(3)) */
  return 0;
}
