// expect: violated
// expect-line: 9
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

static void check(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 1) {
    abort(); /* which is no violation */
  }
  check(n < 5);
  return 0;
}
