// expect: violated
// expect-line: 31
// feature: Control flow: while, do, for
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING };

int main(void) {
  enum state state = CLOSED;
  int handles = 0;
  for (int round = 0; round < 6; round++) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
    case CLOSED:
      if (event == 1)
        state = OPENING;
      break;
    case OPENING:
      handles++;
      state = OPEN;
      break;
    case OPEN:
      if (event == 2)
        state = CLOSING;
      break;
    case CLOSING:
      state = CLOSED; // forgets the handle
      break;
    }
    assert(handles <= 1);
  }
  return 0;
}
