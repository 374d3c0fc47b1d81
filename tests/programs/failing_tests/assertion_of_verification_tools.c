// expect: violated
// expect-line: 7
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);

int main(void) {
  __VERIFIER_assert(__VERIFIER_nondet_int() != 12);
  return 0;
}
