// expect: violated
// expect-line: 8
// property: bounds
#include <stdio.h>

int main(void) {
  char word[8];
  scanf("%8s", word);
  return 0;
}
