// expect: unknown
// reason: a value that the engine only over-approximates
// feature: Library: printf
#include <assert.h>
#include <stdio.h>

int main(void) { assert(printf("hello\n") == 6); }
