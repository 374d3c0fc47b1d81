// expect: violated
// expect-line: 9
// property: bounds
// not-native: compilers leave out calls of builtins whose result nobody wants
#include <string.h>

int main(void) {
  char text[2] = {'a', 'b'};
  strlen(text);
  return 0;
}
