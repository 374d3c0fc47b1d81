// expect: safe
// options: --analysis interval
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

// A loop that nobody can count out: widening jumps to where it may end.
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0;
  while (i < n && i < 1000000000) {
    i++;
  }
  if (i > 1000000000) {
    reach_error();
  }
  return 0;
}
