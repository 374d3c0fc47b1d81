// expect: safe
// assumes: callers keep to the assertions on parameters with which a function begins
// assumes: pointers that callers pass are null, or point to a variable of the file, or to an element of a table of structs, but to no other part of one, or to the start of an array of one element to 16 MiB, to which nothing else leads but other such pointers to the same type, signed or unsigned; so are the pointers in its first element
#include <assert.h>

int first(const int *a) {
  assert(a);
  int value = *a;
  assert(value == *a);
  return value;
}
