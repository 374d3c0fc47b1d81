// expect: unknown
// reason: sigaction
#include <assert.h>
#include <signal.h>

int main(void) {
  struct sigaction action = {0};
  assert(sigaction(SIGKILL, &action, 0) == 0);
  return 0;
}
