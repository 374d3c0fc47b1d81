// expect: violated
// expect-line: 6
// property: div-by-zero
static int parts;
__attribute__((constructor)) static void divide(void) {
  parts = 1 / parts;
}
