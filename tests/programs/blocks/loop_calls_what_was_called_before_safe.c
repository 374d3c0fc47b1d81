// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int next(int x) {
  int y = x + 1;
  return y;
}

// The variable y of the call in front of the loop is not that of the calls in the loop.
int f(int n) {
  int first = next(7);
  int i = 0;
  while (i < n)
    i = next(i);
  if (n > 0 && i != n)
    reach_error();
  return first;
}

int main(void) {
  if (f(__VERIFIER_nondet_int()) != 8)
    reach_error();
  return 0;
}
