// A worker that takes a lock, gives it back on every way out, and never takes it twice. Vouch proves it for every
// number of rounds:
//
//   scripts/vouch check docs/examples/lock_discipline.c
//
// Then remove one `unlock()` and run it again.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int locked = 0;

static void lock(void) {
  assert(!locked);
  locked = 1;
}

static void unlock(void) {
  assert(locked);
  locked = 0;
}

int main(void) {
  unsigned requests;
  unsigned old_requests;
  requests = __VERIFIER_nondet_int();
  do {
    lock();
    old_requests = requests;
    if (__VERIFIER_nondet_int()) {
      unlock();
      requests = requests - 1; // work done while the lock is free
    }
  } while (requests != old_requests);
  unlock();
  return 0;
}
