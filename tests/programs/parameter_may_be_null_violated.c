// expect: violated
// expect-line: 10
// expect-code: null-dereference
// property: null
// feature: Functions: verified on their own, without main
struct point {
  int x, y;
};

int first(const struct point *p) { return p->x; }
