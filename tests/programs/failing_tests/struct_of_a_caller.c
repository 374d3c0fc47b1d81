// expect: violated
// expect-line: 17
// options: --entry close_both
#include <assert.h>
struct account {
  int kind;
  struct account *next;
  int number;
};

static void close_both(struct account *first, struct account *second) {
  if (first == 0 || second == 0) {
    return;
  }
  if (first == second && first->kind == -5) {
    int number = second->number;
    assert(number != 9);
  }
}

void use(struct account *account) { close_both(account, account); }
