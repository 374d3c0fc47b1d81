// expect: unknown
// reason: own definition of the builtin "labs"
// feature: Library: functions that the program defines itself
// not-native: compilers are free to call either
#include <assert.h>

long labs(long x) { return x < 0 ? -x : x + 1; }

int main(void) { assert(labs(3) == 4); }
