// expect: unknown
// property: bounds
// function: sum: safe
// function: of_pair: unknown: depends on a precondition that is not stated: "items[i]" can be out of bounds, as "pair" is passed in line 21; open besides: calls 'sum', which fails in line 21
// reason: depends on a precondition that is not stated: "items[i]" can be out of bounds, as "pair" is passed in line 21
// hint: 21
// feature: Functions: verified on their own, without main
#include <stddef.h>

struct pair {
  const int *items;
  size_t other;
};

/* Proved for all callers that pass as many items as they say: of_pair asks its own callers for more, and that is what is open
   there. */
int sum(const int *items, size_t count) {
  int total = 0;
  if (items)
    for (size_t i = 0; i < count; i++)
      total ^= items[i];
  return total;
}

int of_pair(struct pair *pair) {
  if (!pair || !pair->items)
    return 0;
  pair->other++;
  return sum(pair->items, pair->other);
}
