// expect: violated
// expect-line: 15
// expect-code: use-after-free
// property: use-after-free
// options: --analysis value --executions off
// not-native: sanitizers do not know when an array of variable length ends
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)

static int last_of(int n) {
  int *p = &n;
  {
    int a[n];
    p = a;
  }
  return *p;
}

int main(void) { return last_of(10); }
