// expect: unknown
// property: null,bounds,use-after-free
// reason: depends on where a pointer leads that comes from outside

/* What a reader finds there is one or the other. */
struct small {
  int value;
};
struct large {
  int values[10];
};
struct either {
  int kind;
  union {
    struct small *small;
    struct large *large;
  } of;
};

int read(const struct either *either) {
  if (!either || !either->of.large) {
    return 0;
  }
  return either->of.large->values[9];
}
