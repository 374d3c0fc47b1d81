// expect: violated
// expect-line: 7
// property: overflow
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int next = n + 1;
  return next;
}
