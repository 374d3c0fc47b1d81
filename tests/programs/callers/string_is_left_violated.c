// expect: violated
// expect-line: 10
// expect-code: out-of-bounds
// property: bounds
// feature: Functions: verified on their own, without main

/* Skips a separator without looking whether there is one: the end of the string may be what is skipped. */
char second_field(const char *line) {
  int i = 0;
  while (line[i] != ',')
    i++;
  return line[i + 1];
}
