#include "ring.h"

#include <assert.h>

int main(void) {
  struct ring ring = {{0}, 0, 0};
  for (int i = 0; i < 20; i++) {
    ring_push(&ring, i);
  }
  assert(ring.count == RING_SIZE);
  return 0;
}
