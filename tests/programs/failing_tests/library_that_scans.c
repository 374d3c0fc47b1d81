// expect: violated
// expect-line: 9
// property: bounds
// no-failing-test: the run depends on what
#include <stdio.h>

int main(void) {
  char word[8];
  scanf("%s", word);
  return 0;
}
