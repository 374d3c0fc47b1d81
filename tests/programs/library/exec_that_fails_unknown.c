// expect: unknown
// reason: execv
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *const arguments[] = {"/nothing", 0};
  if (execv("/nothing", arguments) == -1) {
    assert(0);
  }
  return 0;
}
