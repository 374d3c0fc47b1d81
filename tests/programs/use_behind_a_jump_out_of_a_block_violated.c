// expect: violated
// expect-line: 18
// expect-code: use-after-free
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  {
    int inside = 1;
    p = &inside;
    if (__VERIFIER_nondet_int() == 7)
      goto out;
    p = 0;
  }
out:
  return p ? *p : 0;
}
