// expect: unknown
// reason: not confirmed
// feature: Arithmetic: integers of more than 64 bits
#include <assert.h>

int main(void) {
  unsigned long a = 1ul << 40;
  unsigned __int128 square = (unsigned __int128)a * a;
  assert((unsigned long)(square >> 64) == 1ul << 16);
  return 0;
}
