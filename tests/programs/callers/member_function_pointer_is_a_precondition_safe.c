// expect: safe
// property: null
// assumes: callers keep to the preconditions that hints name
// hint: 18
// hint: 18
// feature: Functions: verified on their own, without main

struct device;
struct driver {
  int (*write)(struct device *device, int value);
};
struct device {
  const struct driver *driver;
};

/* What the call changes does not matter for what was called. */
int write_to(struct device *device, int value) {
  return device->driver->write(device, value);
}
