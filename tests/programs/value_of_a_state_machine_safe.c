// expect: safe
// options: --analysis value
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 1;
  int turns = 0;
  while (1) {
    switch (state) {
    case 1:
      state = 2;
      turns = 0;
      break;
    case 2:
      state = __VERIFIER_nondet_int() ? 3 : 1;
      turns = 1;
      break;
    case 3:
      if (turns != 1) {
        reach_error();
      }
      state = 1;
      break;
    default:
      reach_error();
    }
  }
}
