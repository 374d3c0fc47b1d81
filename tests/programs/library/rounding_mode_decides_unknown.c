// expect: unknown
// reason: fesetround
#include <assert.h>
#include <fenv.h>

int main(void) {
  if (fesetround(12345)) {
    assert(0);
  }
  return 0;
}
