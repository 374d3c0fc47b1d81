// expect: safe
// property: bounds,null
#include <string.h>

int main(void) {
  int a[2] = {1, 2};
  char text[4] = "abc";
  memcmp(a, a + 1, sizeof(int));
  memcmp(text, "abcd", 4);
  strlen(text);
  return 0;
}
