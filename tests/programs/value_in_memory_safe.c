// expect: safe
// options: --analysis value
#include <stdlib.h>
#include <string.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);

struct pair {
  int first;
  short second;
  struct pair *next;
};

int table[4] = {1, 2, 3};
struct pair zeroed;

int main(void) {
  int unknown = __VERIFIER_nondet_int();
  struct pair local = {5, 6, &zeroed};
  struct pair copy = local;
  struct pair *heap = malloc(sizeof *heap);
  *heap = copy;
  heap->second = 7;
  local.first = unknown;
  memset(&copy, 0, sizeof copy);
  if (heap->first != 5 || heap->second != 7 || heap->next->first != 0) {
    reach_error();
  }
  if (copy.first != 0 || copy.next != 0 || table[3] != 0 || table[2] != 3) {
    reach_error();
  }
  if (local.first != unknown && local.second != 6) {
    reach_error();
  }
  free(heap);
  return 0;
}
