// expect: violated
// options: --callers any
// expect-line: 9
// expect-code: out-of-bounds
// property: bounds
// feature: Functions: verified on their own, without main
int last(const int *a, int n) {
  if (!a || n < 1) return 0;
  return a[n - 1];
}
