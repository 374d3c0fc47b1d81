// expect: safe
// options: --analysis predicate
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

// The twin of blast_has_integers_alone_unknown.c.
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if ((x & ~x) != 0) {
    reach_error();
  }
  return 0;
}
