// expect: safe
// property: assert
// feature: Library: <unistd.h>
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(getpid() == getpid());
  assert(getpid() > 0);
  return 0;
}
