// expect: safe
// feature: Expressions: assignment operators and steps
#include <assert.h>

static int sum = 1;

static int doubled(void) {
  sum *= 2;
  return 3;
}

static int changed(int *value) {
  *value = 4;
  return 1;
}

int main(void) {
  sum += doubled();
  assert(sum == 5);
  int values[2] = {1, 1};
  int *at = values;
  *at += changed(values); // the place is chosen first, its value read last
  assert(values[0] == 5 && values[1] == 1);
}
