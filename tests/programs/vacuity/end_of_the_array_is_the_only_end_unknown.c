// expect: unknown
// reason: every run ends in undefined behaviour
#include <assert.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  int i = 0;
  while (a[i] != 5)
    i++;
  assert(i == 77);
  return 0;
}
