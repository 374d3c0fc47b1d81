// expect: violated
// expect-line: 14
// feature: Library: memcpy, memmove, memset, memcmp
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int numbers[6];
  memset(numbers, 0, sizeof numbers);
  numbers[2] = 0x12e9a1;
  memmove((char *)numbers + 13, (char *)numbers + 6, 11); /* a byte of numbers[2] comes to numbers[3] */
  if (__VERIFIER_nondet_uint() * 2654435761u == 0x1234567u) { /* which hardly any run finds that is tried */
    assert(numbers[3] == 0);
  }
  return 0;
}
