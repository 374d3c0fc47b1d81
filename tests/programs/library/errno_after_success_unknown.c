// expect: unknown
// reason: not confirmed
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  FILE *file = fopen("/nothing", "r");
  if (file != NULL) {
    assert(errno == 0);
  }
  return 0;
}
