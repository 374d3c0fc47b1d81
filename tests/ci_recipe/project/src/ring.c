#include "ring.h"

#include <assert.h>

int ring_push(struct ring *ring, int item) {
  assert(ring && ring->head < RING_SIZE && ring->count <= RING_SIZE);
  if (ring->count == RING_SIZE) {
    return 0;
  }
  ring->items[(ring->head + ring->count) % RING_SIZE] = item;
  ring->count++;
  return 1;
}
