// expect: unknown
// property: null,bounds,use-after-free
// reason: depends on where a pointer leads that comes from outside

/* One function takes the member for either struct: nothing says which of them is there. */
struct small {
  int first;
};

struct large {
  int first;
  int second;
};

struct port {
  int kind;
  void *data;
};

int take(struct port *port) {
  if (!port || !port->data) {
    return -1;
  }
  if (port->kind == 1) {
    return ((struct small *)port->data)->first;
  }
  return ((struct large *)port->data)->second;
}
