// expect: safe
// options: -- -fno-builtin
// feature: Library: functions that the program defines itself
#include <assert.h>

long labs(long x) { return x < 0 ? -x : x + 1; }
static int abs(int x) { return x + 2; }

int main(void) { assert(labs(3) == 4 && abs(3) == 5); }
