// expect: violated
// property: null,bounds,use-after-free
// expect-line: 20

/* A caller in the file is verified with what it passes, whatever its callee takes it for. */
struct small {
  int first;
};

struct large {
  int first;
  int second;
};

struct port {
  void *data;
};

static int second_of(const struct port *port) {
  return ((const struct large *)port->data)->second;
}

int wrong(void) {
  struct small small = {1};
  struct port port = {&small};
  return second_of(&port);
}
