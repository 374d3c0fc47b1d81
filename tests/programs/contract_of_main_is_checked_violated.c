// expect: violated
// expect-line: 7
// feature: Functions: verified on their own, without main
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc < 5);
  return argv == 0;
}
