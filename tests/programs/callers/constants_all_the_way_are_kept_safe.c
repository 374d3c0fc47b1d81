// expect: safe
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <string.h>
#include <sys/uio.h>

struct place {
  const int *from;
  const struct place *next;
};
void show(const struct place *place);
int f(int file) {
  int x = 1;
  char text[4] = "abc";
  struct iovec part = {text, 3};
  show(&(struct place){&x, 0});
  assert(x == 1);
  writev(file, &part, 1); /* only reads, though the members of what it gets are no pointers to constants */
  assert(text[0] == 'a');
  return x;
}
