// expect: violated
// options: --callers any
// expect-line: 6
// property: div-by-zero
static int start(int parts) {
  return 1 / parts;
}
int init_module(int parts) __attribute__((alias("start")));
