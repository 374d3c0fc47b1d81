// expect: violated
// property: assert
// expect-line: 13
// feature: Functions: verified on their own, without main
#include <assert.h>

static int table[3][4];
int (*rows(void))[4] { return table; }

int set(int (*row)[4]) {
  if (!row) return 0;
  table[0][0] = 1; row[0][0] = 2;
  assert(table[0][0] == 1); /* not for set(rows()) */
  return 0;
}
