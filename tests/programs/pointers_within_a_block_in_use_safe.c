// expect: safe
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
int __VERIFIER_nondet_int(void);

static void store(int *place) { *place = 1; }

static int in_loops(int n) {
  int *outer = &n;
  while (__VERIFIER_nondet_int()) {
    int a[4];
    int *p = a;
    p[1] = n;
    store(p);
    struct {
      int *kept;
    } holder = {a};
    *holder.kept = 2;
    if (__VERIFIER_nondet_int())
      continue;
    {
      int b = 1;
      int *inner = &b;
      *inner = 3;
    }
  }
  return *outer;
}

int main(void) {
  int *p = 0;
  switch (in_loops(3)) {
  case 3: {
    int a = 1;
    p = &a;
    return *p;
  }
  default:
    break;
  }
  return ({
    int pair[2] = {4, 5};
    pair[1];
  });
}
