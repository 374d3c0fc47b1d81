// expect: safe
// feature: Objects: initialisers
#include <assert.h>

int zero;
int four = 2 + 2;
static int table[3] = {1};
int *pointer = &four;

int main(void) {
  assert(zero == 0 && four == 4 && table[0] == 1 && table[2] == 0 && *pointer == 4);
  return 0;
}
