// expect: violated
// expect-line: 7
// expect-code: out-of-bounds
// property: bounds
int last(const int *a, int n) {
  if (!a || n < 1) return 0;
  return a[n - 1];
}
