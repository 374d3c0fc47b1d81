// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main

int second(char *text) {
  return text[0] ? text[1] : 0;
}
