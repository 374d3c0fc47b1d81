#ifndef RING_H
#define RING_H

#define RING_SIZE 8

struct ring {
  int items[RING_SIZE];
  unsigned head;
  unsigned count;
};

/* Gives 0 if the ring is full. */
int ring_push(struct ring *ring, int item);

#endif
