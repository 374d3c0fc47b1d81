// expect: violated
// expect-line: 11
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void reach_error() { __assert_fail("0", "file.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != 99);
  return 0;
}
