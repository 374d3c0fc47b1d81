// expect: violated
// options: --callers any
// expect-line: 10
// property: div-by-zero
struct operations {
  int (*ratio)(int, int);
};

static int ratio(int a, int b) {
  return a / b;
}

const struct operations operations = {ratio};
