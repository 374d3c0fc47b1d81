// expect: violated
// expect-line: 10
// property: null
// options: --allocation may-fail
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

int main(void) { char *p = calloc(4, 1);
  p[0] = 1;
  return 0;
}
