// expect: violated
// options: --callers any
// expect-line: 11
// property: div-by-zero
struct operations {
  int (*ratio)(int, int);
};
int add_operations(const struct operations *operations);

static int ratio(int a, int b) {
  return a / b;
}

static struct operations operations;

int start(void) {
  operations.ratio = ratio;
  return add_operations(&operations);
}
