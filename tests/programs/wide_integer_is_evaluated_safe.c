// expect: safe
#include <assert.h>

static int calls;

static unsigned long next(void) { return ++calls; }

int main(void) {
  unsigned __int128 product = (unsigned __int128)next();
  product *= next();
  product += next();
  product++;
  unsigned long high = (unsigned long)(product >> 64);
  int is_large = product > 5 && !product;
  assert(calls == 3);
  assert(is_large == 0 || is_large == 1);
  return (int)high;
}
