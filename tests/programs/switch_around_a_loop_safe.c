// expect: safe
// feature: Control flow: switch
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
  unsigned copied = 0;
  unsigned left = (n + 1) / 2;
  switch (n % 2) {
  case 0:
    do {
      copied++;
  case 1:
      copied++;
    } while (--left > 0);
  }
  assert(copied == n);
  return 0;
}
