// expect: safe
// feature: GNU C: offsetof with an index
#include <assert.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct table {
  long head;
  struct {
    int key, value;
  } rows[4];
};

int main(void) {
  unsigned row = __VERIFIER_nondet_uint();
  if (row < 4) {
    assert(offsetof(struct table, rows[row].value) == 8 + 8 * row + 4);
  }
  return 0;
}
