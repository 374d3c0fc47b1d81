// expect: unknown
// property: null,bounds
// reason: depends on a precondition that is not stated
// hint: 9
/* Behind the end of an array there is no third place that would have to be in it. */
int f(const char *p, const char *end, const char *limit) {
  int n = 0;
  if (p && limit && p != end) {
    n += p[0] + limit[-1];
  }
  return n;
}
