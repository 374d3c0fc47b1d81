// expect: unknown
// reason: only over-approximates
#include <assert.h>
#include <stdio.h>

int main(void) {
  char format[] = "ab%n";
  int count = 0;
  printf(format, &count);
  assert(count == 0);
  return 0;
}
