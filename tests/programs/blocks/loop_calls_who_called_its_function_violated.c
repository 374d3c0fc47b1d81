// expect: violated
// expect-line: 22
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int outer(int is_outermost);

void loop(void) {
  int n = __VERIFIER_nondet_int();
  while (n > 0 && n < 10) {
    outer(0);
    n++;
  }
}

int outer(int is_outermost) {
  int x = 8;
  if (is_outermost) {
    x = 7;
    loop();
    if (x == 7)
      reach_error();
  } else if (x != 8) {
    reach_error();
  }
  return x;
}

int main(void) { return outer(1); }
