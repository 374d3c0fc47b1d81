// expect: safe
// property: overflow
// feature: Undefined behaviour: shifts (--property overflow)
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned bits = __VERIFIER_nondet_uint();
  return bits < 32 && (1u << bits) == 0;
}
