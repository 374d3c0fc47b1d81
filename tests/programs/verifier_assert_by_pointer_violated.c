// expect: violated
// expect-line: 9
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  void (*check)(int) = __VERIFIER_assert;
  int x = __VERIFIER_nondet_int();
  check(x != 7);
}
