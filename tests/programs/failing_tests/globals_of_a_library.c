// expect: violated
// expect-line: 13
#include <assert.h>
int limit = 10;
static int table[4] = {1, 2, 3, 4};
struct {
  char letter;
  int count;
} state;

void set(int index) {
  int old = limit;
  assert(!(old == -3 && state.letter == 'q' && index == 2 && table[2] == 30));
  table[0] = index;
  state.count++;
}
