// A ring buffer whose index leaves the buffer. Vouch finds the path:
//
//   scripts/vouch check docs/examples/ring_buffer.c
//
// Then repair `advance` (compare with CAPACITY - 1, or use >=) and run it again.
#include <assert.h>

#define CAPACITY 4

extern int __VERIFIER_nondet_int(void);

struct ring {
  unsigned write_index;
  unsigned count;
};

static void advance(struct ring *ring) {
  ring->write_index++;
  if (ring->write_index > CAPACITY) { // off by one
    ring->write_index = 0;
  }
}

static int push(struct ring *ring, int *slots, int value) {
  if (ring->count == CAPACITY) {
    return 0;
  }
  assert(ring->write_index < CAPACITY);
  slots[ring->write_index] = value;
  ring->count++;
  advance(ring);
  return 1;
}

static int pop(struct ring *ring) {
  if (ring->count == 0) {
    return 0;
  }
  ring->count--;
  return 1;
}

int main(void) {
  struct ring ring = {0, 0};
  int slots[CAPACITY];
  int command = __VERIFIER_nondet_int();
  while (command != 0) {
    if (command > 0) {
      push(&ring, slots, command);
    } else {
      pop(&ring);
    }
    command = __VERIFIER_nondet_int();
  }
  return 0;
}
