// expect: unknown
// reason: member in big-endian byte order
// feature: Objects: byte order of a struct
#include <assert.h>

typedef struct {
  unsigned value;
} __attribute__((packed, scalar_storage_order("big-endian"))) number;

union bytes {
  number number;
  unsigned char bytes[4];
};

int main(void) {
  union bytes b;
  b.number.value = 1;
  assert(b.bytes[0] == 1); // 0 for gcc, which is told to turn the bytes around
  return 0;
}
