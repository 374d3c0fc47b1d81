#include <assert.h>

int next(int index, int size) {
  if (size <= 0 || index < 0 || index >= size) {
    return -1;
  }
  int result = index + 1;
  assert(result < size);
  return result;
}

int previous(int index, int size) {
  if (size <= 0 || index < 0 || index >= size) {
    return -1;
  }
  int result = index == 0 ? size - 1 : index - 1;
  assert(result >= 0 && result < size);
  return result;
}
