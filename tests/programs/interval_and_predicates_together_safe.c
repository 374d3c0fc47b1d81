// expect: safe
// options: --analysis interval
void reach_error(void);
int __VERIFIER_nondet_int(void);

// Intervals bound i, a predicate relates j to it.
int main(void) {
  int i = 0;
  int j = 0;
  while (i < 500000) {
    i++;
    j++;
    if (__VERIFIER_nondet_int()) {
      break;
    }
  }
  if (j != i || j > 500000) {
    reach_error();
  }
  return 0;
}
