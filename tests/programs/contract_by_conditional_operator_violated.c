// expect: violated
// expect-line: 14
// feature: Functions: verified on their own, without main
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
#define assert(e) ((e) ? (void)(0) : __assert_fail(#e, __FILE__, __LINE__, __func__))

int half(int n) {
  assert(n >= 0 && n < 10);
  assert(n / 2 < 5);
  return n / 2;
}

int use(int x) {
  return x < 0 || x > 10 ? 0 : half(x);
}
