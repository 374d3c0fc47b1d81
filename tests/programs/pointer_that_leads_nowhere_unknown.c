// expect: unknown
// property: bounds
// reason: depends on where a pointer leads
// feature: Functions: verified on their own, without main

struct leaf { int value; };
struct branch { void *data; };
struct tree { struct branch *branch; };

int first(const struct tree *tree) {
  if (!tree || !tree->branch || !tree->branch->data)
    return 0;
  return ((const struct leaf *)tree->branch->data)->value;
}
