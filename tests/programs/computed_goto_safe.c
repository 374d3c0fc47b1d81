// expect: safe
// feature: GNU C: labels as values
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int run(const unsigned char *code) {
  static void *const actions[] = {&&stop, &&add, &&negate};
  int value = 1;
  goto *actions[*code++];
add:
  value += 1;
  goto *actions[*code++];
negate:
  value = -value;
  goto *actions[*code++];
stop:
  return value;
}

int main(void) {
  unsigned char code[4] = {1, 1, 2, 0};
  assert(run(code) == -3);
  return 0;
}
