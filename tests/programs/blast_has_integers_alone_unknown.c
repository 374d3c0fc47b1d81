// expect: unknown
// options: --analysis blast
// reason: infeasible only on the level of bits
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

// The preset has predicates over integers and nothing else; the twin goes on with bits.
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if ((x & ~x) != 0) {
    reach_error();
  }
  return 0;
}
