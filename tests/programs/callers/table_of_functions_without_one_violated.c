// expect: violated
// property: null
// expect-line: 15
// hint: 12
/* What the function itself takes out of the table is its own affair. */
struct lock {
  void (*acquire)(struct lock *);
  void (*release)(struct lock *);
};

int half(struct lock *lock, int n) {
  lock->release = 0;
  lock->acquire(lock);
  lock->release = 0;
  lock->release(lock);
  return n / 2;
}
