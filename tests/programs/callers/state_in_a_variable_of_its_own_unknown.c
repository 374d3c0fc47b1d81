// expect: unknown
// property: assert,null
// reason: precondition that is not stated
// hint: 22

/* Which states there are is for the caller to know, also where a variable has a copy. */
#include <assert.h>

struct machine { unsigned state : 7; unsigned is_open : 1; int count; };

int step(struct machine *machine, const char *text, int length) {
  int state, i;
  if (!machine || !text)
    return -1;
  state = (int)machine->state;
  for (i = 0; i < length; i++) {
    switch (state) {
    case 0: state = 1; break;
    case 1: machine->count = 0; state = text[i] == 'x' ? 0 : 2; break;
    case 2: state = 0; break;
    default:
      assert(0 && "unhandled state");
    }
  }
  machine->state = (unsigned)state;
  return 0;
}
