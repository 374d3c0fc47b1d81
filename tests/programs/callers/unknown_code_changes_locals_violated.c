// expect: violated
// expect-line: 18
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

struct device {
  int *registers;
};

extern void start(struct device *device);

/* The device knows where the variable is, and with it the unknown function. */
void configure(struct device *device) {
  int status = 0;
  device->registers = &status;
  status = 1;
  start(device); assert(status == 1);
}
