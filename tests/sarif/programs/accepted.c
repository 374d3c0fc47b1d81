#include <assert.h>
int main(void) {
  /* it fails */
  // vouch: accept(assert): it is meant to
  assert(0);
  return 0;
}
