// expect: violated
// expect-line: 11
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("/nothing", "r");
  if (file == NULL) {
    /* The system may refuse it for many reasons. */
    assert(errno == ENOENT);
  }
  return 0;
}
