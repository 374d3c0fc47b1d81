// expect: violated
// expect-line: 9
// property: bounds
// function: copy: violated
// function: fine: unknown: calls 'copy', which fails in line 9
// function: main: unknown: calls 'copy', which fails in line 9
#include <string.h>
static void copy(char *to, const char *from) {
  strcpy(to, from);
}
static void fine(void) {
  char b[8];
  copy(b, "abc");
}
int main(void) {
  fine();
  char b[2];
  copy(b, "abc");
  return 0;
}
