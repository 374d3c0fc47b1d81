// expect: unknown
// reason: not confirmed
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void) {
  errno = 0;
  double root = sqrt(-1.0);
  assert(errno == 0);
  return root != root;
}
