// expect: safe
// property: null,bounds,use-after-free
// hint: 58

/* However many pointers a struct has, and whichever of its members share a place, each leads where its type says. */
struct parser {
  void *user;
  void (*handler0)(struct parser *);
  void (*handler1)(struct parser *);
  void (*handler2)(struct parser *);
  void (*handler3)(struct parser *);
  void (*handler4)(struct parser *);
  void (*handler5)(struct parser *);
  void (*handler6)(struct parser *);
  void (*handler7)(struct parser *);
  void (*handler8)(struct parser *);
  void (*handler9)(struct parser *);
  void (*handler10)(struct parser *);
  void (*handler11)(struct parser *);
  void (*handler12)(struct parser *);
  void (*handler13)(struct parser *);
  void (*handler14)(struct parser *);
  void (*handler15)(struct parser *);
  void (*handler16)(struct parser *);
  void (*handler17)(struct parser *);
  void (*handler18)(struct parser *);
  void (*handler19)(struct parser *);
  void (*handler20)(struct parser *);
  void (*handler21)(struct parser *);
  void (*handler22)(struct parser *);
  void (*handler23)(struct parser *);
  void (*handler24)(struct parser *);
  void (*handler25)(struct parser *);
  void (*handler26)(struct parser *);
  void (*handler27)(struct parser *);
  void (*handler28)(struct parser *);
  void (*handler29)(struct parser *);
  void (*handler30)(struct parser *);
  void (*handler31)(struct parser *);
  void (*handler32)(struct parser *);
  void (*handler33)(struct parser *);
  void (*handler34)(struct parser *);
  void (*handler35)(struct parser *);
  void (*handler36)(struct parser *);
  void (*handler37)(struct parser *);
  void (*handler38)(struct parser *);
  void (*handler39)(struct parser *);
  union {
    char *name;
    int *number;
  } either;
  struct parser *parent;
};

struct parser *root_of(struct parser *parser, unsigned *levels) {
  struct parser *root = parser;
  unsigned steps = 0;
  while (root->parent) {
    root = root->parent;
    steps++;
  }
  if (levels)
    *levels = steps;
  return root;
}
