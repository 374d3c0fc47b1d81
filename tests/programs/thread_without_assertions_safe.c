// expect: safe
// feature: Library: threads in programs without assertions
#include <pthread.h>

static int shared;

static void *work(void *argument) {
  shared = *(int *)argument;
  return argument;
}

int main(void) {
  pthread_t thread;
  int value = 1;
  if (pthread_create(&thread, 0, work, &value) != 0) {
    return 1;
  }
  return shared;
}
