// expect: unknown
// reason: sbrk
#define _DEFAULT_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  void *end = sbrk(0);
  assert(end == 0);
  return 0;
}
