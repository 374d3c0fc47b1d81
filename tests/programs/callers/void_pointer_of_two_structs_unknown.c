// expect: unknown
// property: bounds
// reason: depends on where a pointer leads that comes from outside

/* Which of the two it is, only the caller knows. */
struct small {
  int kind;
};
struct large {
  int kind;
  int data[10];
};

int read(void *data) {
  if (!data) {
    return 0;
  }
  struct small *small = data;
  return small->kind == 1 ? small->kind : ((struct large *)data)->data[9];
}
