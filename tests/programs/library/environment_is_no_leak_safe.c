// expect: safe
// property: memory,null,bounds
#include <stdlib.h>

int main(void) {
  char *home = getenv("HOME");
  if (home != NULL && home[0] == '/') {
    return 1;
  }
  return 0;
}
