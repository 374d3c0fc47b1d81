// expect: safe
// feature: Library: rand
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  assert(rand() >= 0);
  int c = getchar();
  assert(c >= -1 && c <= 255);
  if (isdigit(c)) {
    assert(c - '0' >= 0 && c - '0' <= 9);
  }
  return 0;
}
