// expect: unknown
// reason: not confirmed
#include <assert.h>
#include <errno.h>

int look_up(int key);

int main(void) {
  errno = 0;
  look_up(1);
  assert(errno == 0);
  return 0;
}
