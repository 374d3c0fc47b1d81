// expect: safe
// property: null,bounds,overflow
// hint: 16
// hint: 16
// hint: 20
// hint: 21
// assumes: callers keep to the preconditions that hints name
// feature: Functions: verified on their own, without main

/* What `qsort` passes is what the function takes it for. */
struct colour {
  int rgb[3];
};

int by_number(const void *a, const void *b) {
  return (*(const int *)a & 255) - (*(const int *)b & 255);
}

int by_colour(const void *a, const void *b) {
  const struct colour *first = *(struct colour *const *)a;
  const struct colour *second = *(struct colour *const *)b;
  return !first || !second ? 0 : (first->rgb[1] & 255) - (second->rgb[1] & 255);
}
