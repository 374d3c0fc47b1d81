// expect: safe
// options: -- -fpack-struct -fshort-enums
#include <assert.h>

struct s {
  char c;
  int i;
};
enum e { A, B };

int main(void) {
  assert(sizeof(struct s) == 5);
  assert(sizeof(enum e) == 1);
}
