// expect: violated
// expect-line: 7
#include <assert.h>
extern int configuration;
extern unsigned char levels[2];
int main(void) {
  assert(!(configuration == 6 && levels[1] == 250));
  return 0;
}
