// expect: violated
// expect-line: 11
// options: --allocation may-fail
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>

int main(void) {
  void *p = 0;
  int error = posix_memalign(&p, 64, 64);
  assert(error == 0);
  return 0;
}
