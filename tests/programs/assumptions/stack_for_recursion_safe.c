// expect: safe
// assumes: there is stack for all calls of functions that call themselves
#include <assert.h>

static int length(unsigned n) { return n == 0 ? 0 : length(n / 2) >= 0; }

int main(void) { assert(length(7) >= 0); }
