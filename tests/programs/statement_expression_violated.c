// expect: violated
// expect-line: 12
// feature: GNU C: statement expressions
#include <assert.h>

int main(void) {
  int calls = 0;
  int x = ({
    calls++;
    calls * 2;
  });
  assert(x == 2 && calls == 0);
  return 0;
}
