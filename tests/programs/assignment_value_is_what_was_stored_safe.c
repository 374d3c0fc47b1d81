// expect: safe
// feature: Expressions: assignment operators and steps
#include <assert.h>

struct link {
  struct link *next;
};

int main(void) {
  struct link links[2];
  links[0].next = links;
  // The store changes what the place on the left designates.
  struct link *sum = links[0].next->next += 1;
  assert(sum == &links[1]);
  links[0].next = links;
  struct link *step = ++(links[0].next->next);
  assert(step == &links[1]);
  links[0].next = links;
  struct link *plain = (links[0].next->next = &links[1]);
  assert(plain == &links[1]);
  struct {
    unsigned bits : 3;
  } narrow;
  unsigned stored = narrow.bits = 9;
  assert(stored == 1);
  stored = narrow.bits += 7;
  assert(stored == 0);
}
