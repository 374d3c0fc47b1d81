// expect: unknown
// options: --analysis value
// reason: the path is not feasible
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

// The twin of interval_bounds_an_input_safe.c: values know nothing of an input.
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 10 && n + 5 > 20) {
    reach_error();
  }
  return 0;
}
