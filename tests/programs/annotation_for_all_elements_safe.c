// expect: safe
// feature: Statements: assertions in comments (ACSL)
extern int __VERIFIER_nondet_int(void);
int from[1000], to[1000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    from[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  //@ assert \forall integer k; 0 <= k < n ==> to[k] == from[k];
  return 0;
}
