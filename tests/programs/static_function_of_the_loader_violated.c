// expect: violated
// options: --callers any
// expect-line: 7
// property: div-by-zero
static int parts;
__attribute__((constructor)) static void divide(void) {
  parts = 1 / parts;
}
