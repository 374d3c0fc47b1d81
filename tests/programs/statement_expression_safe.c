// expect: safe
// feature: GNU C: statement expressions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define ABSOLUTE(e)                                                                                                    \
  ({                                                                                                                   \
    int value_ = (e);                                                                                                  \
    value_ < 0 ? -value_ : value_;                                                                                     \
  })

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = ABSOLUTE(x);
  assert(y >= 0);
  return 0;
}
