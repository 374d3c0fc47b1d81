// expect: safe
// property: bounds
// assumes: callers pass what declarations suggest: "const char *" and a "char *" that is only read are strings, and a pointer leads to as many elements as a length, size or count next to it says

char last(const char *text, unsigned length) {
  return length > 0 ? text[length - 1] : 0;
}
