// property: bounds
// expect: violated
// expect-line: 9
/* A row ends before the table does. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int table[2][3] = {{0}};
  unsigned column = __VERIFIER_nondet_uint() % 4;
  return table[0][column];
}
