// expect: safe
// property: overflow
// feature: Undefined behaviour: division by zero (--property div-by-zero)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  return 7 % __VERIFIER_nondet_int();
}
