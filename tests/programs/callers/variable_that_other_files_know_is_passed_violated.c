// expect: violated
// property: assert
// expect-line: 17
// feature: Functions: verified on their own, without main
#include <assert.h>

struct config {
  int level;
};
struct config config;
int counter;

int set(struct config *c) {
  if (!c) return 0;
  config.level = 1;
  c->level = 2;
  assert(config.level == 1); /* not for set(&config), in another file */
  return 0;
}

void count(int *p) {
  if (!p) return;
  counter = 1;
  *p = 2;
}
