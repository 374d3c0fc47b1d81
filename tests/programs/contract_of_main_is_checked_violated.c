// expect: violated
// expect-line: 6
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc < 5);
  return argv == 0;
}
