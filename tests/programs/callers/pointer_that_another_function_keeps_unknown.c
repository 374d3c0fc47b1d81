// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// options: --entry set
// feature: Functions: verified on their own, without main
#include <assert.h>

/* Nobody else has the address of `number`, but the file has kept it. */
static int number;
static int *kept;
void start(void) { kept = &number; }

int set(void) {
  if (!kept)
    return 0;
  number = 1;
  *kept = 2;
  assert(number == 1);
  return 0;
}
