// expect: safe
#include <assert.h>
#include <stdlib.h>

static void give_up(int code) { exit(code); }

int main(void) {
  int code = 3;
  assert(code == 3);
  give_up(code);
  assert(0);
  return 0;
}
