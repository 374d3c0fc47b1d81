// expect: violated
// expect-line: 16
// options: --analysis predicate --executions off

/* What the first call has left in its local variable is not there in the second. */
#include <assert.h>
struct record {
  char bytes[200];
  int last;
};
static struct record *seen;

static void visit(int is_second) {
  struct record local;
  seen = &local;
  assert(!is_second || seen->last == 3);
  seen->last = 3;
}

int main(void) {
  visit(0);
  visit(1);
  return 0;
}
