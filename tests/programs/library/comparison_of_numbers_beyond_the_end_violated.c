// expect: violated
// expect-line: 9
// property: bounds
#include <string.h>

int main(void) {
  int a[2] = {1, 2};
  int b[2] = {3, 4};
  return memcmp(a, b, 3 * sizeof(int)) != 0;
}
