// expect: safe
// property: assert,bounds
// feature: Functions: verified on their own, without main
#include <assert.h>

struct device {
  void *data;
  int *registers;
};

extern int start(struct device *device);
extern void report(int code);

static void fill(int *values, int count) {
  for (int i = 0; i < count; ++i) {
    values[i] = i + 1;
  }
}

static void swap(int *left, int *right) {
  int old = *left;
  *left = *right;
  *right = old;
}

/* Whatever the unknown functions do: nobody told them where these variables are. */
void configure(struct device *device) {
  int values[2];
  fill(values, 2);
  int first = 5;
  int second = 7;
  swap(&first, &second);
  start(device);
  report(first);
  assert(values[1] == 2);
  assert(first == 7);
}
