// expect: safe
/* `lock` is not seen, and might take `unlock` out of the table. Nobody looks whether it has: it is left to those who pass the
   table. */
struct lock {
  void (*acquire)(struct lock *);
  void (*release)(struct lock *);
};

int half(struct lock *lock, int n) {
  lock->acquire(lock);
  const int result = n / 2;
  lock->release(lock);
  return result;
}
