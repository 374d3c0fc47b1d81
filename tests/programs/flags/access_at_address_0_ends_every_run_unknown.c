// expect: unknown
// reason: every run ends in undefined behaviour: access through a null pointer
// options: -- -fno-delete-null-pointer-checks
#include <assert.h>

struct s {
  int a;
};

static int read(struct s *s) {
  int a = s->a;
  assert(s);
  return a;
}

int main(void) { return read(0); }
