// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>
#include <stdint.h>

char byte;

int main(void) {
  assert((uintptr_t)&byte % 16 != 0); // one compiler does, another does not
  return 0;
}
