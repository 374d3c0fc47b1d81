// expect: violated
// expect-line: 14
// expect-code: null-dereference
// property: null
// feature: Undefined behaviour: null pointers (--property null)
extern int __VERIFIER_nondet_int(void);

static int one(void) { return 1; }

int (*table[2])(void) = {one, 0};

int main(void) {
  int i = __VERIFIER_nondet_int() & 1;
  return table[i]();
}
