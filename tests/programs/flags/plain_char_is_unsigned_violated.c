// expect: violated
// expect-line: 8
// options: -- -funsigned-char
#include <assert.h>

int main(void) {
  char c = (char)200;
  assert(c < 0);
}
