// expect: unknown
// reason: setjmp
#include <assert.h>
#include <setjmp.h>

static jmp_buf environment;

int main(void) {
  if (setjmp(environment)) {
    assert(0);
  }
  longjmp(environment, 1);
}
