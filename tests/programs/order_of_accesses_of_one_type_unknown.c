// expect: unknown
// property: assert
// reason: order of evaluation
/* Where the pointer is one of those that are changed, compilers differ: so much the types do not tell. */
#include <assert.h>

struct node {
  struct node *next;
};

int main(int argc, char **argv) {
  (void)argv;
  struct node a = {0}, b = {0};
  a.next = &a;
  struct node *p = argc > 1 ? &a : &b;
  b.next = &b;
  p->next->next = p->next = argc > 2 ? &a : &b;
  assert(a.next != 0);
  return 0;
}
