// expect: safe
// feature: GNU C: transparent unions
#include <assert.h>

/* As the functions on sockets have them in glibc: any of the members is passed as itself. */
struct first {
  int kind;
};
struct second {
  int kind;
  int more;
};
typedef union {
  struct first *first;
  struct second *second;
} either __attribute__((transparent_union));

static int kind_of(either of) { return of.first->kind; }

int main(void) {
  struct second given = {7, 8};
  struct first other = {9};
  assert(kind_of(&given) == 7);
  assert(kind_of(&other) == 9);
  return 0;
}
