// expect: unknown
// property: bounds
// hint: 15
// reason: "*queue->head" can be out of bounds

/* Where the head is, callers say: it may be the end, which is no element. */
struct queue {
  int *start, *end, *head;
};

int peek(const struct queue *queue) {
  if (!queue || queue->start == queue->end) {
    return 0;
  }
  return *queue->head;
}
