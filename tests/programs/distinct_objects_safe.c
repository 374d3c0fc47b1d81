// expect: safe
#include <assert.h>
#include <stdlib.h>

int first[4], second[4];

static int sum(const int *begin, const int *end) {
  int total = 0;
  for (const int *number = begin; number != end; number++) {
    total += *number;
  }
  return total;
}

int main(void) {
  int local[4] = {1, 2, 3, 4};
  int *allocated = malloc(4 * sizeof *allocated);
  if (!allocated) {
    return 1;
  }
  assert(&first[3] != second && first != second && second != local && allocated != local);
  assert(first + 4 != second + 1 && first + 3 != second + 4);
  int count = 0;
  for (int *number = allocated; number != allocated + 4; number++) {
    *number = 7;
    count++;
  }
  assert(count == 4);
  assert(sum(local, local + 4) == 10 && sum(first, first + 4) == 0);
  return 0;
}
