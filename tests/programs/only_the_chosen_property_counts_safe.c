// expect: safe
// property: reach-error
#include <assert.h>

int main(void) {
  assert(0);
  return 0;
}
