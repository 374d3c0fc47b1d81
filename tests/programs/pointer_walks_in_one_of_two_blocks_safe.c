// expect: safe
// property: bounds,null,assert
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cursor {
  char *at;
};

static char read_and_move(struct cursor *cursor) {
  return *cursor->at++;
}

int main(void) {
  char *blocks[2];
  blocks[0] = calloc(8, 1);
  blocks[1] = calloc(16, 1);
  int i = __VERIFIER_nondet_int();
  if (!blocks[0] || !blocks[1] || i < 0 || i > 6)
    return 0;
  struct cursor first = {blocks[i & 1] + i}, second = first;
  char sum = read_and_move(&first);
  sum |= read_and_move(&second);
  sum |= read_and_move(&second);
  return sum;
}
