// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main

void say(char *text, int size, ...) __attribute__((format(printf, 1, 3)));

static char second;

void say(char *text, int size, ...) {
  second = text[0] ? text[1] : 0;
}
