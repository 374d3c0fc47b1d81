// expect: safe
// assumes: no other definition takes the place of that of "level", which is weak
#include <assert.h>
__attribute__((weak)) int level(void) { return 1; }

int main(void) { assert(level() == 1); }
