// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>

static const char *names[] = {"abc", "xyz", "bc"};

int main(void) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      assert(names[i] + 1 != names[j]);
    }
  }
  return 0;
}
