// expect: unknown
// property: bounds
// reason: depends on where a pointer leads
// feature: Functions: verified on their own, without main

struct leaf { int value; };
struct twig { int length; };
struct branch { int kind; void *data; };
struct tree { struct branch *branch; };

int first(const struct tree *tree) {
  if (!tree || !tree->branch || !tree->branch->data)
    return 0;
  if (tree->branch->kind)
    return ((const struct twig *)tree->branch->data)->length;
  return ((const struct leaf *)tree->branch->data)->value;
}
