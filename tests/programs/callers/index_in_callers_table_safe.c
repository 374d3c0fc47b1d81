// expect: safe
// property: null,bounds,div-by-zero
// hint: 17
// hint: 17
// assumes: callers keep to the preconditions that hints name

/* How far a table reaches that lies further inside only callers know; what is done with an index that they have chosen is
   looked at for all indices, not only for those in a table of one element. */
struct table {
  unsigned long count;
  int **entries;
};

int entry(const struct table *t, unsigned long i) {
  if (!t || i >= t->count)
    return 0;
  int *found = t->entries[i];
  return found ? *found : 10 / (int)((i & 7) + 1);
}
