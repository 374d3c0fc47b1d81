// expect: safe
// options: --allocation may-fail
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  errno = 0;
  if (malloc(4) == NULL || realloc(0, 4) == NULL) {
    assert(errno == ENOMEM);
  }
  return 0;
}
