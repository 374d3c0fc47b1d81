// expect: violated
// expect-line: 9
// expect-code: out-of-bounds
// property: bounds
// feature: Functions: verified on their own, without main

/* There may be no comma in the string. */
char second_field(const char *line) {
  while (*line != ',')
    line++;
  return line[1];
}
