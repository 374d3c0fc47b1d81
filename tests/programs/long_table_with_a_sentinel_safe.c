// expect: safe
// property: assert,bounds
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

/* A number that is none leads nowhere; all others are within. */
static const unsigned short lower[1000] = {[0 ... 999] = 65535, [65] = 0, [90] = 25, [300] = 26};
static const int sequences[27] = {[0 ... 26] = 'a'};

int main(void) {
  unsigned code = __VERIFIER_nondet_uint();
  if (code < 1000) {
    unsigned short found = lower[code];
    if (found != 65535)
      assert(sequences[found] == 'a');
  }
}
