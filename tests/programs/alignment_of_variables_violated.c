// expect: violated
// expect-line: 10
#include <assert.h>
#include <stdint.h>

_Alignas(64) char line[128];

int main(void) {
  char *second = line + 32;
  assert((uintptr_t)second % 64 == 0); // wherever the object lies
  return 0;
}
