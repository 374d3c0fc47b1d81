// expect: unknown
// reason: every run ends in undefined behaviour: division by zero at
#include <assert.h>

static int per_part(int total, int parts) { return total / parts; }

int main(void) {
  int parts = 0;
  int each = per_part(100, parts);
  assert(each == 1);
  return 0;
}
