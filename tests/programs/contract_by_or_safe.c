// expect: safe
// feature: Functions: verified on their own, without main
extern _Noreturn void __assert_fail(const char *, const char *, int, const char *);
/* as musl has it */
#define assert(e) ((void)((e) || (__assert_fail(#e, __FILE__, __LINE__, __func__), 0)))

int first(const int *a, int n) {
  assert(a);
  assert(n > 0 && n < 1000);
  int result = n / 2;
  assert(result < 500);
  return result;
}

int use(int x) {
  int a[3] = {x, x, x};
  return first(a, 3);
}
