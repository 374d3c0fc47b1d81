// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int found;

int f(int x, int bound) {
  for (int i = 0; i < bound; i++) {
    int j = 0;
    while (j < bound) {
      if (i + j == x) {
        found = 1;
        return j;
      }
      j++;
    }
  }
  return -1;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  found = 0;
  if (f(x, 100) >= 0 && found == 0)
    reach_error();
  return 0;
}
