// expect: violated
// expect-line: 6
#include <stdlib.h>
extern void __VERIFIER_error(void);

int main(void) { return atexit(__VERIFIER_error); }
