// expect: violated
// expect-line: 7
// property: overflow
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return (int)(1u << n);
}
