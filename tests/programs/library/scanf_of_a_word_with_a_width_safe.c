// expect: safe
// property: bounds,null
#include <stdio.h>

int main(void) {
  char word[8];
  char set[4];
  int number;
  scanf("%7s%3[^]a]%d", word, set, &number);
  sscanf("ab", "%s", set);
  return 0;
}
