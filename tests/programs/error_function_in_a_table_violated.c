// expect: violated
// expect-line: 12
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void nothing(void) {}

int main(void) {
  void (*table[])(void) = {nothing, reach_error};
  int i = __VERIFIER_nondet_int();
  if (i == 0 || i == 1) {
    table[i]();
  }
}
