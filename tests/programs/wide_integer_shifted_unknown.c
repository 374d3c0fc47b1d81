// expect: unknown
// reason: call with a result of type unsigned __int128
// feature: Arithmetic: integers of more than 64 bits
#include <assert.h>

static unsigned __int128 shifted(unsigned __int128 x, int by) { return x << by; }

int main(void) { assert(shifted(1, 5) == 32); }
