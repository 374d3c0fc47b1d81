// expect: unknown
// property: bounds
// reason: depends on a precondition that is not stated
// hint: 14
/* Callers may pass a table of the file, and how many entries it has is no more the function's affair than with a table of their
   own. */
static int small_table[2];

int *default_table(void) { return small_table; }

int entry(const int *table, int i) {
  if (!table || i < 0)
    return 0;
  return table[i];
}
