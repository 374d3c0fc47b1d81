// expect: safe
// feature: Objects: byte order of a struct
#include <assert.h>

struct __attribute__((scalar_storage_order("big-endian"))) header {
  unsigned char kind;
  unsigned char name[3];
  unsigned size;
};
struct __attribute__((scalar_storage_order("little-endian"))) native {
  unsigned size;
};

// Bytes have no order, and the struct is copied whole.
int main(void) {
  struct header h;
  h.kind = 7;
  h.name[1] = 'x';
  struct header copy = h;
  struct native n = {1};
  assert(copy.kind == 7 && copy.name[1] == 'x' && *(unsigned char *)&n == 1);
  return 0;
}
