// property: bounds
// expect: violated
// expect-line: 14
/* An element that is a struct is one of its array, also where a bit-field of it is written. */
extern unsigned __VERIFIER_nondet_uint(void);
struct flags {
  unsigned is_set : 1;
  unsigned rest : 3;
};
struct table {
  struct flags flags[4];
  unsigned count;
};
static void set(struct table *table, unsigned i) { table->flags[i].is_set = 1; }
int main(void) {
  struct table table = {{{0, 0}}, 0};
  unsigned i = __VERIFIER_nondet_uint();
  if (i <= 4) {
    set(&table, i);
  }
  return 0;
}
