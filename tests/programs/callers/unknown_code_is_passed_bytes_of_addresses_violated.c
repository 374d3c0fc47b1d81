// expect: violated
// expect-line: 24
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

struct device {
  int *status;
};

extern void start(struct device *device);

static void copy(void *to, const void *from, unsigned long size) {
  for (unsigned long i = 0; i < size; ++i) {
    ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
  }
}

/* Byte for byte, the device gets the address of the variable. */
void configure(struct device *device) {
  int status = 1;
  struct device own = {&status};
  copy(device, &own, sizeof own);
  start(device); assert(status == 1);
}
