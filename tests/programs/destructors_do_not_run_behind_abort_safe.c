// expect: safe
#include <assert.h>
#include <stdlib.h>

__attribute__((destructor)) static void never(void) { assert(0); }

int main(void) { _Exit(1); }
