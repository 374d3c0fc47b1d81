// expect: safe
// options: -- -fno-delete-null-pointer-checks
// assumes: nothing is at address 0, so that an access there ends the program (-fno-delete-null-pointer-checks)
#include <assert.h>

int main(int count, char **words) {
  int value = 3;
  int *p = count > 1 ? &value : 0;
  assert(*p == 3);
}
