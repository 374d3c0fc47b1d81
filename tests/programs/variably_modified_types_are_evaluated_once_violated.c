// expect: violated
// expect-line: 12
// expect-code: out-of-bounds
// property: bounds
// feature: Objects: arrays of variable length

int main(void) {
  int n = 3;
  typedef int row[n];
  n = 7;
  row a;
  a[5] = 1;
}
