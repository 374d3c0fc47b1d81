/*
 * A queue of characters, for trying out Vouch. It has one mistake, which few tests would find.
 * This file is a copy: change what you like.
 */
#include <stdio.h>

#define CAPACITY 3

struct queue {
  char characters[CAPACITY];
  int first; /* where the oldest character is */
  int count;
};

static void put(struct queue *queue, char character) {
  if (queue->count < CAPACITY) {
    queue->characters[queue->first + queue->count] = character;
    queue->count++;
  }
}

static char take(struct queue *queue) {
  char character = queue->characters[queue->first];
  queue->first = (queue->first + 1) % CAPACITY;
  queue->count--;
  return character;
}

/* Queues what it reads, and prints the oldest character at the end of each line. */
int main(void) {
  struct queue queue = {"", 0, 0};
  int read;
  while ((read = getchar()) != EOF) {
    if (read != '\n') {
      put(&queue, (char)read);
    } else if (queue.count > 0) {
      putchar(take(&queue));
    }
  }
  return 0;
}
