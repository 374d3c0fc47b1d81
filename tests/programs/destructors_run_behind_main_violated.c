// expect: violated
// expect-line: 7
#include <assert.h>
#include <stdlib.h>

static int done;
__attribute__((destructor)) static void check(void) { assert(done); }

int main(void) {
  if (!done) {
    exit(0);
  }
}
