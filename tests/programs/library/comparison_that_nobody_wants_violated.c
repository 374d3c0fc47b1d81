// expect: violated
// expect-line: 10
// property: bounds
// not-native: compilers leave out calls of builtins whose result nobody wants
#include <string.h>

int main(void) {
  char a[4] = "abc";
  char b[8] = "abc";
  memcmp(a, b, 8);
  return 0;
}
