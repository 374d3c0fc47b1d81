// expect: violated
// expect-line: 8
// property: bounds
// feature: Functions: verified on their own, without main

unsigned length(char *text) {
  unsigned n = 0;
  while (text[n]) {
    ++n;
  }
  return n;
}

unsigned use(void) {
  char no_string[2] = {'a', 'b'};
  return length(no_string); /* what callers really pass is what counts */
}
