// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  FILE *file = fopen("/nothing", "r");
  if (file == NULL) {
    assert(errno != 0);
  }
  errno = 0;
  if (close(3) != 0) {
    assert(errno != 0);
  }
  errno = 0;
  char byte;
  if (read(0, &byte, 1) < 0) {
    assert(errno != 0);
  }
  errno = 0;
  if (write(1, "x", 1) == -1) {
    assert(errno > 0);
  }
  errno = 0;
  if (remove("/nothing") != 0) {
    assert(errno);
  }
  return 0;
}
