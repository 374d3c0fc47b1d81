// expect: violated
// expect-line: 8
#include <assert.h>

int main(void) {
  unsigned char small = __VERIFIER_nondet_uchar();
  int number = __VERIFIER_nondet_int();
  assert(small != 255 || number != 3);
  return 0;
}
