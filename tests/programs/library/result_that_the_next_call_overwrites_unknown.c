// expect: unknown
// property: assert
// reason: a possible violation was not confirmed
// feature: Library: variables that functions change
#include <assert.h>
#include <string.h>

int main(void) {
  char *text = strerror(1000);
  char last = text[0];
  strerror(2000);
  assert(text[0] == last);
  return 0;
}
