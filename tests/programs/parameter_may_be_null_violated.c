// expect: violated
// expect-line: 9
// expect-code: null-dereference
// property: null
struct point {
  int x, y;
};

int first(const struct point *p) { return p->x; }
