// expect: safe
#include <assert.h>

int main(void) {
  if (1)
    return 0;
  assert(0);
  return 1;
}
