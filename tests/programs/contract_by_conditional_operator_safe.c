// expect: safe
// feature: Functions: verified on their own, without main
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
/* as glibc has it under -std=c99 */
#define assert(e) ((e) ? (void)(0) : __assert_fail(#e, __FILE__, __LINE__, __func__))

int half(int n) {
  assert(n >= 0 && n < 1000);
  int result = n / 2;
  assert(result < 500);
  return result;
}

int use(int x) {
  return x < 0 || x > 10 ? 0 : half(x);
}
