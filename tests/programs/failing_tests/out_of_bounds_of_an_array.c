// expect: violated
// expect-line: 9
// property: bounds
unsigned __VERIFIER_nondet_uint(void);
int table[5];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n <= 5) {
    table[n] = 1;
  }
  return 0;
}
