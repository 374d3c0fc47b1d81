// expect: violated
// expect-line: 9
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n * 2 == 84) {
    reach_error();
  }
  return 0;
}
