// expect: violated
// expect-line: 9
// no-failing-test: the run depends on what
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin) != NULL) {
    assert(line[0] != 'a');
  }
  return 0;
}
