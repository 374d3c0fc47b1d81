// expect: unknown
// property: assert
// reason: a possible violation was not confirmed
// feature: Memory: pointers and their arithmetic
#include <assert.h>

/* What a caller passes as a pointer is read as a number here, and made a pointer again: it may lead to what `s->second`
   leads to. Nothing in this program stores a pointer there, or reads one. */
struct s {
  int *first;
  int *second;
};
union u {
  int *pointer;
  unsigned long number;
};

void f(union u *u, struct s *s) {
  if (!s || !u || !s->second || !u->number)
    return;
  *s->second = 1;
  *(int *)u->number = 2;
  assert(*s->second == 1);
}
