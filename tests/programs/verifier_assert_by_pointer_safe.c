// expect: safe
extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  void (*check)(int) = __VERIFIER_assert;
  unsigned x = __VERIFIER_nondet_uint() % 7;
  check(x != 7);
}
