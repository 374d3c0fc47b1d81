// expect: violated
// expect-line: 17
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int find(int wanted) {
  for (int i = 0; i < 4; i++) {
    if (i * i == wanted)
      return i;
  }
  return -1;
}

int main(void) {
  int index = find(__VERIFIER_nondet_int());
  assert(index != 3);
  return 0;
}
