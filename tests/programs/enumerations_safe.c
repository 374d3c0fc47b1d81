// expect: safe
// feature: Objects: enumerations
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum colour { RED, GREEN = 5, BLUE };

static enum colour next(enum colour c) {
  switch (c) {
  case RED:
    return GREEN;
  case GREEN:
    return BLUE;
  case BLUE:
    return RED;
  }
  return RED;
}

int main(void) {
  enum colour c = __VERIFIER_nondet_int() ? RED : BLUE;
  assert(BLUE == 6);
  c = next(c);
  assert(c == GREEN || c == RED);
  return 0;
}
