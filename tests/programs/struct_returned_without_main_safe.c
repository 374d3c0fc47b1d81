// expect: safe
// feature: Functions: verified on their own, without main
struct large {
  int values[40];
};

struct large zeros(void) {
  struct large result = {{0}};
  return result;
}
