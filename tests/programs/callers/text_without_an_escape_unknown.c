// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 16

/* The look at the character in front of it is none at this one. */
#include <assert.h>

int decode(const char *text, unsigned length) {
  int n = 0;
  for (unsigned i = 0; i < length; i++) {
    if (text[i] == '\\') {
      switch (text[++i]) {
      case 'n': n ^= 1; break;
      case 't': n ^= 2; break;
      default: assert("never" == 0);
      }
    }
  }
  return n;
}
