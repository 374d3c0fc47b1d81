// expect: unknown
// reason: compiler flag -funsigned-bitfields
// options: -- -funsigned-bitfields
#include <assert.h>

static struct {
  int bits : 3;
} s;

int main(void) {
  s.bits = 7;
  assert(s.bits == -1);
}
