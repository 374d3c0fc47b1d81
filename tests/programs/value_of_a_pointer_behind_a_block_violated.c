// expect: violated
// expect-line: 14
// expect-code: use-after-free
// property: use-after-free
// options: --analysis value --executions off
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)

static int last_of(int n) {
  int *p = &n;
  {
    int a[10];
    p = a;
  }
  return *p;
}

int main(void) { return last_of(10); }
