// expect: safe
// property: bounds
// assumes: callers pass what declarations suggest: values that enumerations name; which pointers lead to strings in arrays that end with a null character, to the struct that a "void *" is taken for, and to as many elements as a length, size, count or end next to them says; to what no other argument does, if they are "restrict"

char last(const char *text, unsigned length) {
  return length > 0 ? text[length - 1] : 0;
}
