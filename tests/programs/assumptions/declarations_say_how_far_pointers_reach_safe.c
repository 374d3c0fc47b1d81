// expect: safe
// property: bounds
// assumes: callers pass what declarations suggest: "const char *" is a string, a pointer leads to as many elements as a length, size or count next to it says, and a "void *" to the struct that its function takes it for

char last(const char *text, unsigned length) {
  return length > 0 ? text[length - 1] : 0;
}
