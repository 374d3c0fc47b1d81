// expect: safe
// property: assert,bounds
// feature: Objects: arrays of variable length
#include <assert.h>

static int calls;
static int three(void) {
  ++calls;
  return 3;
}

static int counted(int n, int ignored[n++]) { return n; }
static unsigned long counted_inside(int n, int rows[2][n++]) { return (unsigned long)n + sizeof *rows; }

int main(void) {
  int n = 3;
  typedef int row[n];
  n = 7;
  row a;
  assert(sizeof a == 3 * sizeof(int));
  __typeof__(a) b;
  n = 9;
  assert(sizeof b == 3 * sizeof(int));
  row table[2];
  assert(sizeof table == 6 * sizeof(int));
  table[1][2] = 5;
  assert((char *)&table[1][2] - (char *)table == 20);

  int width = 2;
  int (*rows)[width] = 0;
  width = 5;
  assert(sizeof *rows == 2 * sizeof(int));

  n = 4;
  unsigned long size = sizeof(int[n++]);
  assert(n == 5 && size == 16);
  (void)sizeof(int[n++]);
  assert(n == 6);
  row many[n++];
  assert(n == 7 && sizeof many == 18 * sizeof(int));

  assert(counted(1, a) == 2);
  int rectangle[2][4];
  assert(counted_inside(4, rectangle) == 5 + 16);

  int square[three()][three()];
  assert(calls == 2 && sizeof square == 36);
  typedef int called[three()];
  called c, d;
  assert(calls == 3 && sizeof c == 12 && sizeof d == 12);
  int (*cast)[three()] = (int (*)[three()])square;
  assert(calls == 5 && sizeof *cast == 12);

  for (int i = 1; i < 4; i++) {
    int anew[i];
    __typeof__(anew) same;
    assert(sizeof same == i * sizeof(int) && sizeof anew == sizeof same);
  }
}
