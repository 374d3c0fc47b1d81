// expect: safe
// assumes: callers keep to the assertions on parameters with which a function begins
// assumes: pointers that callers pass are null, or point to the start of an array of one element to 16 MiB, which is one that another such pointer points to, or overlaps with none; so are the pointers in its first element
#include <assert.h>

int first(const int *a) {
  assert(a);
  int value = *a;
  assert(value == *a);
  return value;
}
