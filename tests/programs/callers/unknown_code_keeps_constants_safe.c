// expect: safe
// property: assert,bounds
// feature: Functions: verified on their own, without main
#include <assert.h>

struct codec {
  void *data;
};

extern int convert(struct codec *codec, const int *limits);

/* The unknown function may change whatever the two point to, but not what is const. */
void local(struct codec *codec) {
  const int limits[2] = {3, 4};
  const int *limit = limits;
  convert(codec, 0);
  assert(limit[1] == 4);
}
