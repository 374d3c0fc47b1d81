// expect: safe
// property: bounds
// hint: 16
// assumes: callers keep to the preconditions that hints name

/* Where the head is, callers say: it may be the end, which is no element; then
   they do not call. */
struct queue {
  int *start, *end, *head;
};

int peek(const struct queue *queue) {
  if (!queue || queue->start == queue->end) {
    return 0;
  }
  return *queue->head;
}
