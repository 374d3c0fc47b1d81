// expect: violated
// expect-line: 8
#include <assert.h>

int main(void) {
  for (unsigned char i = 1; i; ++i) {
  }
  assert(0);
  return 0;
}
