// expect: safe
// property: overflow
// feature: Functions: verified on their own, without main
extern _Noreturn void __assert_rtn(const char *, const char *, int, const char *);
/* as some BSD systems have it, and an assertion that is no property still ends the run */
#define assert(e) (__builtin_expect(!(e), 0) ? __assert_rtn(__func__, __FILE__, __LINE__, #e) : (void)0)

int next(int n) {
  assert(n < 1000);
  return n + 1;
}

int twice(int n) {
  int copy = n;
  assert(copy < 1000 && copy > -1000);
  return copy + copy;
}
