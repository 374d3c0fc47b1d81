// expect: violated
// options: --callers any
// expect-line: 11
// expect-code: null-dereference
// property: null
// feature: Functions: verified on their own, without main
struct point {
  int x, y;
};

int first(const struct point *p) { return p->x; }
