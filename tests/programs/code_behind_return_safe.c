// expect: safe
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>

int main(void) {
  if (1)
    return 0;
  assert(0);
  return 1;
}
