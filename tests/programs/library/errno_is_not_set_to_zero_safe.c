// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  errno = ERANGE;
  puts("text");
  FILE *file = fopen("/nothing", "r");
  if (file != NULL) {
    fclose(file);
  }
  assert(errno != 0);
  errno = 0;
  long number = strtol("12", 0, 10);
  size_t length = strlen("text");
  assert(number == 12 && length == 4 && errno == 0);
  return 0;
}
