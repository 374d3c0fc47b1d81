// expect: unknown
// property: assert,bounds
// reason: a possible violation was not confirmed
// feature: Functions: verified on their own, without main
#include <assert.h>

struct codec {
  void *data;
};

extern int convert(struct codec *codec, const int *limits);

/* The unknown function may change whatever the two point to, but not what is const: never violated. Values prove it;
   formulas, in which the constant shares its group with unknown objects, leave it open. */
void local(struct codec *codec) {
  const int limits[2] = {3, 4};
  const int *limit = limits;
  convert(codec, 0);
  assert(limit[1] == 4);
}
