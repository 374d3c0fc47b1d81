// expect: safe
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, twice = 0;
  while (i < n && i < 1000000) {
    i++;
    twice += 2;
  }
  return twice;
}
