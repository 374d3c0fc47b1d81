// expect: violated
// expect-line: 15
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

struct pair {
  int values[2];
};

extern struct pair make(void);

void use(void) {
  const struct pair made = make();
  assert(made.values[0] == 0);
}
