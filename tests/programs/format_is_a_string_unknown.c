// expect: unknown
// property: bounds
// feature: Functions: verified on their own, without main
// reason: depends on a precondition that is not stated
// hint: 14

void say(char *text, int size, ...) __attribute__((format(printf, 1, 3)));

static char second;

void say(char *text, int size, ...) {
  for (int i = 0; i < 2; i++)
    size++;
  second = text[0] ? text[size] : 0;
}
