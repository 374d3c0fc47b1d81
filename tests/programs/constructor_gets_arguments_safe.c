// expect: safe
#include <assert.h>
static int count;
__attribute__((constructor)) static void keep(int argc, char **argv) { count = argc; }

int main(void) { assert(count >= 0); }
