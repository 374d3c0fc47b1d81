// expect: safe
#include <assert.h>
#include <sys/mman.h>

int main(void) {
  int kept = 7;
  char *mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    return 1;
  }
  mapped[0] = 1;
  assert(kept == 7);
  munmap(mapped, 4096);
  return 0;
}
