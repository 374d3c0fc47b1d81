// expect: safe
// feature: Objects: structs
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int smaller;
  int larger;
};

static struct pair ordered(int a, int b) {
  struct pair result;
  if (a < b) {
    result.smaller = a;
    result.larger = b;
  } else {
    result.smaller = b;
    result.larger = a;
  }
  return result;
}

int main(void) {
  struct pair p = ordered(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  assert(p.smaller <= p.larger);
  return 0;
}
