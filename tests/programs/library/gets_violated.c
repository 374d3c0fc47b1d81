// expect: violated
// expect-line: 9
// property: bounds
#include <stdio.h>
char *gets(char *);

int main(void) {
  char line[1000];
  gets(line);
  return 0;
}
