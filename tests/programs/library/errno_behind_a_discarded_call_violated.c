// expect: violated
// expect-line: 11
// not-native: output fails only where the system says so, for instance if stdout is closed
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  printf("text\n");
  assert(errno == 0);
  return 0;
}
