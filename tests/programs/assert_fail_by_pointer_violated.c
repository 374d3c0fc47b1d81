// expect: violated
// expect-line: 7
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

int main(void) {
  void (*fail)(const char *, const char *, unsigned, const char *) = __assert_fail;
  fail("no", "a.c", 1, "main");
}
