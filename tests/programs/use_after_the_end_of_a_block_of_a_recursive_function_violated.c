// expect: violated
// expect-line: 17
// expect-code: use-after-free
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)

static int depth(int n) {
  int *p = &n;
  if (n == 0) {
    return 0;
  }
  {
    int below = n;
    p = &below;
    depth(n - 1);
  }
  return *p;
}

int main(void) { return depth(3); }
