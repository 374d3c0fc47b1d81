// expect: safe
// feature: Library: memcpy, memmove, memset, memcmp
#include <assert.h>
#include <string.h>

struct pair {
  int a;
  int b;
};

int main(void) {
  struct pair p;
  struct pair q;
  memset(&p, 0, sizeof p);
  assert(p.a == 0 && p.b == 0);
  p.b = 5;
  memcpy(&q, &p, sizeof q);
  assert(q.a == 0 && q.b == 5);
  return 0;
}
