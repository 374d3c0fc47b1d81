// expect: violated
// expect-line: 15
// feature: Functions: verified on their own, without main
extern _Noreturn void __assert_fail(const char *, const char *, int, const char *);
#define assert(e) ((void)((e) || (__assert_fail(#e, __FILE__, __LINE__, __func__), 0)))

int first(const int *a, int n) {
  assert(a);
  assert(n > 0);
  return 100 / n;
}

int use(int x) {
  int a[3] = {x, x, x};
  return first(a, 0);
}
