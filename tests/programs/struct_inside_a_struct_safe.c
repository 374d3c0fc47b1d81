// expect: safe
// feature: Objects: structs
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct range {
  int low;
  int high;
};
struct window {
  struct range rows;
  struct range columns;
};

int main(void) {
  struct window w = {.columns = {.high = 9}};
  int x = __VERIFIER_nondet_int();
  w.rows.low = x;
  w.columns.low = w.rows.low;
  assert(w.columns.low == x && w.columns.high == 9 && w.rows.high == 0);
  return 0;
}
