// expect: safe
// property: null,bounds,use-after-free

/* The member is taken for one struct by all that `rate` calls. */
#include <stddef.h>

struct serial {
  int rate;
  int parity;
};

struct backend {
  int kind;
};

struct port {
  const struct backend *backend;
  void *data;
};

static int parity_of(const struct port *port) {
  const struct serial *serial = port->data;
  return serial ? serial->parity : 0;
}

int rate(struct port *port) {
  if (!port || !port->backend || port->backend->kind != 1 || !port->data) {
    return -1;
  }
  if (parity_of(port)) {
    return 0;
  }
  return ((struct serial *)port->data)->rate;
}
