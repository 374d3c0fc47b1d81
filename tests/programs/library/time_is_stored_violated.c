// expect: violated
// expect-line: 9
// property: bounds
#include <stdlib.h>
#include <sys/time.h>

int main(void) {
  struct timeval *now = malloc(sizeof(long));
  gettimeofday(now, 0);
  free(now);
  return 0;
}
