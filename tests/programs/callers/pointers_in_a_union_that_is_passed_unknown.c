// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

union value {
  int *number;
  char *text;
};

int set(union value *u, int *p) {
  if (!u || !u->number || !p) return 0;
  *u->number = 1;
  *p = 2;
  assert(*u->number == 1); /* not for set(&u, u.number) */
  return 0;
}
