// expect: safe
// hint: 9
// property: bounds
// assumes: callers keep to the preconditions that hints name
// feature: Functions: verified on their own, without main

int next(char *text) {
  if (text[0]) {
    int following = text[1];
    text[0] = '.';
    return following;
  }
  return 0;
}
