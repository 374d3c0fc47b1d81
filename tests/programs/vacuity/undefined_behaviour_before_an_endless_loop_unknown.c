// expect: unknown
// reason: every run ends in undefined behaviour: access through a null pointer at
#include <assert.h>

int main(void) {
  int *p = 0;
  *p = 1;
  while (1)
    assert(0);
}
