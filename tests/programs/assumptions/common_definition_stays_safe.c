// expect: safe
// options: -- -fcommon
// assumes: no other definition takes the place of that of "level", which is common
#include <assert.h>
int level;

int main(void) { assert(level == 0); }
