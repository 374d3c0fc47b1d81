// expect: violated
// expect-line: 10
// options: --entry sum_is_small
#include <assert.h>
int sum_is_small(const int *values, unsigned count, const char *name) {
  if (values == 0 || name == 0 || count != 3 || name[0] != 'x') {
    return 0;
  }
  unsigned sum = (unsigned)values[0];
  assert(sum != 77);
  return 1;
}
