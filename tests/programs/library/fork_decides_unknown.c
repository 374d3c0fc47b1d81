// expect: unknown
// reason: fork
#include <assert.h>
#include <unistd.h>

int main(void) {
  if (fork() != 0) {
    assert(0);
  }
  return 0;
}
