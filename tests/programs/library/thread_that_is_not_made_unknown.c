// expect: unknown
// reason: pthread_create
#include <assert.h>
#include <pthread.h>

static void *work(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, work, 0)) {
    assert(0);
  }
  return 0;
}
