// expect: safe
// options: --data-model ilp32
// feature: Arithmetic: LP64 and ILP32

extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int main(void) {
  unsigned long x = 4294967295ul;
  x++;
  assert(sizeof(long) == 4 && sizeof(void *) == 4 && x == 0);
  return 0;
}
