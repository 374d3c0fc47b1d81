// expect: violated
// expect-line: 18
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>

int level = 0;

static void raise_level(void) {
  if (level < 3)
    level++;
}

int main(void) {
  raise_level();
  raise_level();
  raise_level();
  raise_level();
  assert(level == 4);
  return 0;
}
