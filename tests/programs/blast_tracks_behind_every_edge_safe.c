// expect: safe
// options: --analysis blast
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int lock = 0;
  int count = 0;
  while (__VERIFIER_nondet_int()) {
    if (lock) {
      reach_error();
    }
    lock = 1;
    if (__VERIFIER_nondet_int()) {
      count = 1;
    }
    if (lock != 1 || count > 1) {
      reach_error();
    }
    lock = 0;
  }
  return 0;
}
