// expect: violated
// expect-line: 14
// feature: Control flow: goto
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 10 && b > 10 && a < 20 && b < 20 && a + b == 23)
    goto error;
  return 0;
error:
  reach_error();
  return 1;
}
