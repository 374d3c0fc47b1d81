// expect: violated
// expect-line: 10
// expect-code: signed-overflow
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  return low <= high ? (low + high) / 2 : 0;
}
