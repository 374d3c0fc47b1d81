// expect: safe
// feature: Objects: unions
#include <assert.h>

union word {
  unsigned value;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  w.value = 0x01020304u;
  assert(w.bytes[0] == 4 && w.bytes[3] == 1);
  w.bytes[0] = 0xFF;
  assert(w.value == 0x010203FFu);
  return 0;
}
