// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

// Behind the first loop, its paths meet one that has not been in it; the last loop starts where the one before ends.
int clamp(int x) {
  if (x < 0)
    x = 0;
  else
    while (x > 10)
      x--;
  while (x > 9)
    x--;
  while (x > 8)
    x--;
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int clamped = clamp(x);
  if (clamped > 8)
    reach_error();
  return 0;
}
