// expect: violated
// expect-line: 17
// property: bounds

/* The end is no element. */
struct queue {
  int *start, *end, *head;
};

int peek(const struct queue *queue) {
  if (!queue) {
    return 0;
  }
  if (!queue->start) {
    return 0;
  }
  return *queue->head;
}

int main(void) {
  int numbers[3] = {1, 2, 3};
  struct queue queue = {numbers, numbers + 3, numbers + 3};
  return peek(&queue);
}
