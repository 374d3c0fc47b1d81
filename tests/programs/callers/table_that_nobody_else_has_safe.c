// expect: safe
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <string.h>

/* Indexed, and passed to functions that keep nothing: no address of it gets out. */
static int table[4];
static int sum(const int *numbers) { return numbers[0] ^ numbers[1]; }

int at(int i) { return table[i & 3]; }
int all(void) { return sum(table); }
void clear(void) { memset(table, 0, sizeof table); }

int set(int *p) {
  if (!p)
    return 0;
  table[0] = 1;
  *p = 2;
  assert(table[0] == 1);
  return 0;
}
