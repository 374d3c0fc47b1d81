// expect: violated
// expect-line: 20
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int f(int x, int y) {
  for (int i = 0; i < 5; i++) {
    while (__VERIFIER_nondet_int()) {
      if (x + 3 * y == 712345 && x - y == 987657)
        return 1;
    }
  }
  return 0;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (f(x, y) == 1)
    reach_error();
  return 0;
}
