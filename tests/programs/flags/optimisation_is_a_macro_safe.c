// expect: safe
// options: -- -O2
#include <assert.h>

int main(void) {
#ifdef __OPTIMIZE__
  int optimised = 1;
#else
  int optimised = 0;
#endif
  assert(optimised);
}
