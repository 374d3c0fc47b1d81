// expect: unknown
// reason: unsupported construct
#include <assert.h>
#include <stdlib.h>

static void late(void) { assert(0); }
__attribute__((destructor)) static void last(void) { atexit(late); }

int main(void) { return 0; }
