#include <assert.h>
#include <setjmp.h>
jmp_buf there;
int main(void) {
  int back = setjmp(there);
  assert(back == 0);
  return 0;
}
