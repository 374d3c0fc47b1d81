// expect: safe
// options: --analysis value
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int flag = 0;
  while (__VERIFIER_nondet_int()) {
    if (flag) {
      flag = 2;
    }
  }
  if (flag > 0) {
    reach_error();
  }
  return 0;
}
