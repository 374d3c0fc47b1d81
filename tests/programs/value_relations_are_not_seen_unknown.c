// expect: unknown
// reason: the path is not feasible
// options: --analysis value
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (x != y) {
    reach_error();
  }
  return 0;
}
