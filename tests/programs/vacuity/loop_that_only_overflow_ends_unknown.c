// expect: unknown
// reason: unless signed arithmetic overflows
#include <assert.h>

int main(void) {
  int i;
  for (i = 1; i; ++i) {
  }
  assert(0);
  return 0;
}
