// expect: unknown
// reason: unsupported
// feature: Library: setjmp
#include <assert.h>
#include <setjmp.h>

static jmp_buf environment;

int main(void) {
  int x = 0;
  if (setjmp(environment) == 0) {
    x = 1;
    longjmp(environment, 1);
  }
  assert(x == 0);
  return 0;
}
