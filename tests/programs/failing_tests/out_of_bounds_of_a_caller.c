// expect: violated
// options: --callers any
// expect-line: 8
// property: bounds
int last(const short *values, int count) {
  if (values == 0 || count < 1 || count > 100) {
    return 0; }
  return values[count - 1];
}
