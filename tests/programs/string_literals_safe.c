// expect: safe
// feature: Objects: string literals
#include <assert.h>

int main(void) {
  const char *text = "abc";
  char copy[] = "xy";
  assert(text[1] == 'b' && text[3] == 0);
  assert(sizeof copy == 3 && copy[1] == 'y');
  copy[0] = 'z';
  assert(copy[0] == 'z');
  return 0;
}
