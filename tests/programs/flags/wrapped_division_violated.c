// expect: violated
// expect-line: 9
// property: overflow
// options: -- -fwrapv
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  return y ? x / y : 0;
}
