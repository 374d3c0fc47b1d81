// expect: safe
// property: null
// hint: 17
// hint: 21

/* A static table that others fill: that its functions are there is assumed, as of a parameter. */
#include <stddef.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*release)(void *);
};

static struct hooks hooks;

void set_hooks(const struct hooks *from) {
  hooks = *from;
}

void *make(size_t size) {
  return hooks.allocate(size);
}

void drop(void *object) {
  if (hooks.release) {
    hooks.release(object);
  }
}
