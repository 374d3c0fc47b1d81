// expect: violated
// expect-line: 9
// property: bounds
// options: --callers any
// feature: Functions: verified on their own, without main

int last(const char *text, unsigned length) {
  if (text == 0 || length == 0) return 0;
  return text[length - 1];
}
