// expect: safe
// property: bounds,null
#include <stdio.h>

int main(int count, char **arguments) {
  static const char plural[] = "%d files\n";
  printf(count == 1 ? "%d file\n" : "%d files\n", count);
  printf(plural, count);
  return 0;
}
