// expect: safe
// assumes: formats of "vprintf" that are no literals are assumed to store nothing (%n)
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
}

int main(void) {
  int count = 3;
  say("%d\n", count);
  assert(count == 3);
  return 0;
}
