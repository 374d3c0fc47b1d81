// property: assert,reach-error,null,bounds
// expect: violated
// expect-line: 8
/* The end of an array is none of its elements, and where it begins there may be none. */
int last_character(const char *text, const char *end) {
  int result = 0;
  if (text && text < end && text[0] != 'x') {
    result = *(text + (end - text));
  }
  return result;
}
