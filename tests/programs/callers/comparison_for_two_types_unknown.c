// expect: unknown
// property: null,bounds
// reason: depends on where a pointer leads that comes from outside

/* What is taken for two things may be either, or neither. */
int by_number(const void *a, int is_long) {
  return a == 0 ? 0 : is_long ? *(const long *)a > 0 : **(int *const *)a > 0;
}
