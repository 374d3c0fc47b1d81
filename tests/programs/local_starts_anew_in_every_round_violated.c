// expect: violated
// expect-line: 13
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>

int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int local = 0;
    local++;
    total += local;
  }
  assert(total == 6);
  return 0;
}
