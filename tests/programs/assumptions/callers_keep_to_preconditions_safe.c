// expect: safe
// property: null
// hint: 7
// assumes: callers keep to the preconditions that hints name

int first(const int *a) {
  return *a;
}
