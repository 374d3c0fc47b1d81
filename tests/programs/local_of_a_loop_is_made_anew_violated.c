// expect: violated
// expect-line: 14
// options: --analysis predicate --executions off
// feature: Memory: contents that the program has not written

/* What an earlier round has left in a local variable of the loop is gone, also where its address gets around. */
#include <assert.h>
static char *seen;

int main(void) {
  for (int round = 0; round < 2; round++) {
    char bytes[100];
    seen = bytes;
    assert(round == 0 || seen[7] == 1);
    seen[7] = 1;
  }
  return 0;
}
