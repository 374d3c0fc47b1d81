// expect: violated
// expect-line: 7
// property: null
#include <math.h>

int main(void) {
  return frexp(4.0, 0) > 1;
}
