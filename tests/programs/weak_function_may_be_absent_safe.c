// expect: safe
// property: assert,null
#include <assert.h>
extern int hook(void) __attribute__((weak));
extern int level __attribute__((weak));

static int (*kept)(void) = hook;

int main(void) {
  int had = hook != 0;
  if (hook) {
    hook();
  }
  if (&level) {
    level = 3;
    assert(level == 3);
  }
  assert(had == (kept != 0));
}
