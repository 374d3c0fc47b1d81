// expect: violated
// property: assert
// expect-line: 13
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <sys/uio.h>

int first(int file) {
  char text[4] = "abc";
  struct iovec part = {text, 3};
  if (readv(file, &part, 1) != 3)
    return 0;
  assert(text[0] == 'a');
  return 1;
}
