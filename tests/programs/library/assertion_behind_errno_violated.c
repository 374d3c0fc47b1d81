// expect: violated
// expect-line: 11
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("/nothing", "r");
  if (file == NULL && errno == EMFILE) {
    remove("/nothing");
    assert(0);
  }
  return 0;
}
