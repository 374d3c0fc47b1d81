// expect: safe
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  char byte;
  errno = 0;
  assert(close(-1) == -1 && errno == EBADF);
  errno = 0;
  assert(read(-1, &byte, 1) == -1 && errno == EBADF);
  errno = 0;
  assert(write(-1, &byte, 1) == -1 && errno == EBADF);
  return 0;
}
