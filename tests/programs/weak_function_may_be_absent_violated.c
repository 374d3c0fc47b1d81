// expect: violated
// expect-line: 6
// not-native: the failing test defines the symbol that is absent in the run
#include <assert.h>
extern void hook(void) __attribute__((weak));
int main(void) { assert(hook); }
