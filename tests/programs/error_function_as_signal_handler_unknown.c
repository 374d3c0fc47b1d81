// expect: unknown
// reason: signal
#include <signal.h>
extern void reach_error(int);

int main(void) {
  signal(SIGINT, reach_error);
  return 0;
}
