// expect: unknown
// property: bounds
// hint: 9
// reason: depends on a precondition that is not stated: "data[n]" can be out of bounds

/* Nothing says that these are a string: how many there are, only the caller knows. */
unsigned length(const unsigned char *data) {
  unsigned n = 0;
  while (data[n]) {
    n++;
  }
  return n;
}
