// expect: unknown
// reason: not confirmed
// property: bounds
#include <stdio.h>

int main(void) {
  char word[4];
  sscanf("abcdef", "%s", word);
  return 0;
}
