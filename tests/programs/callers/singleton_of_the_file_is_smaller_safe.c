// expect: safe
// property: bounds,assert
// hint: 28
// feature: Functions: verified on their own, without main
#include <stddef.h>

/* Which object it is is in its tag: nobody gives the number that there is once the tag of text. */
enum kind { NUMBER, TEXT };
struct value {
  enum kind kind;
};
struct text {
  struct value value;
  size_t length;
  char *characters;
};

struct value *the_number(void) {
  static struct value number = {NUMBER};
  return &number;
}

struct value *same(struct value *v) { return v; }

size_t length_of(const struct value *v) {
  if (!v || v->kind != TEXT)
    return 0;
  return ((const struct text *)v)->length;
}
