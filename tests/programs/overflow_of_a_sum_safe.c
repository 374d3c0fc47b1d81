// expect: safe
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  return low >= 0 && low <= high ? low + (high - low) / 2 : 0;
}
