// expect: violated
// expect-line: 9
// property: reach-error
#include <stdlib.h>
void reach_error(void) { abort(); }

int main(void) {
  void (*fail)(void) = reach_error;
  fail();
}
