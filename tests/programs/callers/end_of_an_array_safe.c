// property: assert,reach-error,null,bounds
// expect: safe
/* A pointer that is called the end of another one is passed the end of the same array, which may be empty. */
unsigned sum(const unsigned char *p, const unsigned char *end) {
  unsigned result = 0;
  if (!p) {
    return 0;
  }
  for (; p < end; p++) {
    result += *p;
  }
  return result;
}

int last_of(const int *rangeStart, int n, const int *rangeEnd) {
  if (!rangeStart || rangeStart == rangeEnd) {
    return n;
  }
  return rangeEnd[-1];
}

void put_bounds(int *start, int *end) {
  if (start && end) {
    *start = 0;
    *end = 0;
  }
}
