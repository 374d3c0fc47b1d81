// expect: violated
// property: assert,bounds
// expect-line: 13
#include <assert.h>

static const unsigned short lower[1000] = {[0 ... 999] = 65535, [65] = 0, [90] = 25, [300] = 27};
static const int sequences[27] = {[0 ... 26] = 'a'};

int main(void) {
  for (int code = 0; code < 1000; code++) {
    unsigned short found = lower[code];
    if (found != 65535)
      assert(sequences[found] == 'a');
  }
}
