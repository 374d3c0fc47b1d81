// expect: safe
#include <assert.h>

int main(void) {
  assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(int) == 4);
  return 0;
}
