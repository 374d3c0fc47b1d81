// expect: violated
// expect-line: 13
// feature: Expressions: assignment operators and steps
#include <assert.h>

struct link {
  struct link *next;
};

int main(void) {
  struct link links[2] = {{&links[1]}, {&links[0]}};
  struct link *sum = links[0].next->next += 1; // writes links[1].next
  assert(sum == &links[0]);
}
