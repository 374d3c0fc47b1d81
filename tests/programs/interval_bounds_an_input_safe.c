// expect: safe
// options: --analysis interval
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 10 && n + 5 > 20) {
    reach_error();
  }
  return 0;
}
