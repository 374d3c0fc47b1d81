// expect: violated
// expect-line: 16
#include <assert.h>
#include <stdint.h>

int values[2], slots[8];

int main(void) {
  slots[(uintptr_t)&values[0] / sizeof values[0] % 8]++;
  slots[(uintptr_t)&values[1] / sizeof values[0] % 8]++;
  int used = 0;
  for (int i = 0; i < 8; i++) {
    used += slots[i];
  }
  // Two, wherever the array lies.
  assert(used != 2);
  return 0;
}
