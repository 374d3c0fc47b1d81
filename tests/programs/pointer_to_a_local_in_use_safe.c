// expect: safe
// property: use-after-free,bounds,null
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
extern int __VERIFIER_nondet_int(void);

static void read(int *target) { *target = __VERIFIER_nondet_int(); }

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x;
    read(&x);
    sum = x;
  }
  return sum;
}
