// expect: violated
// expect-line: 8
// property: bounds
#include <stdio.h>

int main(void) {
  char word[100];
  scanf("%s", word);
  return 0;
}
