// expect: safe
// assumes: pointers that are subtracted, or of which is asked which one comes first, lead into one object

#include <assert.h>
#include <stddef.h>

int main(void) {
  int numbers[4] = {1, 2, 3, 4};
  int *first = numbers, *last = numbers + 3;
  ptrdiff_t distance = last - first;
  assert(distance == 3 && first < last);
  return 0;
}
