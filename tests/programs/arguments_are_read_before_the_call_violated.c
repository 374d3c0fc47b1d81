// expect: violated
// expect-line: 19
// expect-code: assert
// feature: Functions: declared only
#include <assert.h>

struct part {
  int x;
};
struct whole {
  struct part *part;
};
extern int change(struct whole *whole, int x);

int main(void) {
  struct part part = {3};
  struct whole whole = {&part};
  change(&whole, whole.part->x);
  assert(whole.part != 0);
  return 0;
}
