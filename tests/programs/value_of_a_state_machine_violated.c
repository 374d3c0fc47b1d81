// expect: violated
// expect-line: 21
// options: --analysis value
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 1;
  int seen = 0;
  while (1) {
    switch (state) {
    case 1:
      state = 2;
      break;
    case 2:
      state = __VERIFIER_nondet_int() == 12345 ? 3 : 1;
      break;
    case 3:
      seen = seen + 1;
      if (seen == 2) {
        reach_error();
      }
      state = 1;
      break;
    }
  }
}
