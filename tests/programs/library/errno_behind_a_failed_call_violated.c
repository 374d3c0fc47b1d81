// expect: violated
// expect-line: 10
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  close(-1);
  assert(errno == 0);
  return 0;
}
