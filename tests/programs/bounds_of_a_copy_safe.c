// expect: safe
// property: bounds
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char from[20] = "text", to[16];
  memcpy(to, from, __VERIFIER_nondet_uint() % 17);
  return 0;
}
