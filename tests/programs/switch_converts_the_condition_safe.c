// expect: safe
// feature: Control flow: switch
#include <assert.h>

int main(void) {
  unsigned char c = 255;
  int hit = 0;
  switch ((signed char)c) {
  case -1:
    hit = 1;
    break;
  case 127:
    hit = 2;
  }
  assert(hit == 1);
  return 0;
}
