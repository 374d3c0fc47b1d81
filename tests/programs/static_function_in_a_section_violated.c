// expect: violated
// options: --callers any
// expect-line: 6
// property: div-by-zero
static int start(int parts) {
  return 1 / parts;
}
static int (*const call)(int) __attribute__((used, section("initcalls"))) = start;
