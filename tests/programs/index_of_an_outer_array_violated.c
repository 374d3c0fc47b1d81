// property: bounds
// expect: violated
// expect-line: 18
/* All the arrays on the way to a place have their ends: behind two rows there is no third, but the total. */
extern unsigned __VERIFIER_nondet_uint(void);
struct row {
  int cells[2];
  int sum;
};
struct table {
  struct row rows[2];
  int totals[8];
};
int main(void) {
  struct table table = {{{{0}, 0}}, {0}};
  unsigned i = __VERIFIER_nondet_uint();
  if (i <= 2) {
    table.rows[i].cells[1] = 1;
  }
  return table.totals[0];
}
